import {Text} from 'ink'
import SelectInput from 'ink-select-input'
import {type Colours, paint} from '../terminal/sgr.ts'

export type Choice = {readonly id: string; readonly label: string}

type Props = {readonly choices: readonly Choice[]; readonly rows: number; readonly colours: Colours; onChoose(id: string): void}

/** A short list; its keys come from our decoder, one at a time. */
export function ChoiceList({choices, rows, colours, onChoose}: Props) {
  return (
    <SelectInput
      items={choices.map(({id, label}) => ({key: id, value: id, label}))}
      limit={rows}
      indicatorComponent={({isSelected}) => <Text>{isSelected ? ' › ' : '   '}</Text>}
      itemComponent={({isSelected, label}) => (
        <Text wrap="truncate">
          {paint([{text: label, ...(isSelected ? {style: {bold: true, color: 'cyan'}} : {})}], colours)}
        </Text>
      )}
      onSelect={({value}) => onChoose(value)}
    />
  )
}
