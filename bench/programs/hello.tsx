/** The least that Ink can be asked: what a first frame costs before any of it is ours. */
import {render, Text} from 'ink'

render(<Text>hello</Text>)
