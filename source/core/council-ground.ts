import {isIdentifier} from './council-terms.ts'
import {blot, fold, quotesIn} from './request-shadow.ts'

/** What a request says of looking into the repository. `open`: nothing, so that its words decide. */
export type GroundWish = 'off' | 'on' | 'open'

/** What of a repository a request names. */
export type Named = {
  /** Files, in the order in which they are named. */
  readonly files: readonly string[]
  /** Folders, without a slash at the end. */
  readonly folders: readonly string[]
  /** Names of commands of the project. */
  readonly commands: readonly string[]
}

const without =
  /不要(?:做)?(?:代码)?发现|别做发现|无需发现|跳过(?:代码)?发现|(?:只|仅)谈原则|(?:只|仅)从原则|跳过(?:代码)?仓库|跳过代码库|(?:不要|不用|别|无需)(?:去)?(?:看|读|查|管)(?:这个|我们的)?(?:仓库|代码库|代码|项目)|\b(?:no|skip|without)\s(?:the\s)?(?:discovery|grounding|repo(?:sitory)?\s(?:context|discovery))\b|\bskip\s(?:the\s|this\s)?(?:repo(?:sitory)?|codebase)\b|\b(?:from\s)?(?:the\s)?principles?\sonly\b|\bonly\s(?:the\s|from\s)?principles?\b|\b(?:don't|do\snot|without)\s(?:look(?:ing)?\sat|read(?:ing)?|open(?:ing)?)\s(?:at\s)?(?:the\s|this\s|our\s|any\s)?(?:repo(?:sitory)?|codebase|code|files?)\b/
const within =
  /(?:基于|结合|根据|对照|依据|参考)(?:着)?(?:这个|我们的?|现有的?|当前)?(?:仓库|代码库|代码|项目)|(?:先|请|去)(?:看看|看一下|读一下|查一下|看|读|查)(?:这个|我们的?|现有的?)?(?:仓库|代码库|代码|项目)|\b(?:grounded|based|ground\s(?:it|this|yourselves?|your\sanswers?))\s(?:in|on)\s(?:the\s|this\s|our\s|my\s)?(?:actual\s)?(?:repo(?:sitory)?|codebase|code)\b|\blook\s(?:at|into)\s(?:the\s|this\s|our\s|my\s)?(?:repo(?:sitory)?|codebase|code)\b/

/** Outside of quotes; whoever says both wants to be left alone. */
export function groundWish(request: string): GroundWish {
  const shadow = shadowOf(request)
  if (without.test(shadow)) return 'off'
  return within.test(shadow) ? 'on' : 'open'
}

const noun = String.raw`(?:cli|tools?|modules?|monorepo|repo|repository|codebase|code|project|services?|packages?|library|libraries|components?|functions?|methods?|class|classes|files?|commands?|scripts?|apis?|endpoints?|servers?|backend|frontend|clients?|app|apps|application|program|parser|pipeline|schema|migrations?|config|configuration|tests?|test\ssuite|build|plugins?|sdk|daemon|workers?|jobs?|queues?|cache|database|architecture|stack|implementation|handlers?|middleware|router|renderer|reducers?|hooks?|types?|system|loop|prompts?|agents?)`
const gap = String.raw`(?:(?!(?:of|is|are|was|for|in|to|kind|sort|and|or|should|would|be|we|team|company|users?|customers?)\b)[\w./'-]{1,40}\s){0,3}`
const possessive = new RegExp(String.raw`\b(?:this|these|our|my|the\scurrent|the\sexisting)\s${gap}${noun}\b(?!\sof\s)`)

const hanNoun =
  '(?:模块|仓库|代码库|代码|项目|工具|服务(?!员)|组件|函数|方法|文件|命令|脚本|接口|端点|服务端|服务器|后端|前端|客户端|应用|程序(?!员)|解析器|流水线|配置|测试|构建|插件|系统|架构|缓存|数据库|队列|实现|中间件|工程(?!师)|包|库(?!存)|类(?![似型])|cli|api|sdk)'
const hanGap =
  '(?:(?!应该|应当|要不要|需要|可以|能不能|会不会|是否|是不是|怎么|如何|必须|打算|团队|公司|客户)[^\\s,;。?!:的在把是]){0,10}?\\s?'
const hanPossessive = new RegExp(
  `(?:这个|这段|这些|这套|(?<![成版样文剧课])本|(?<!应)该|(?<![因如彼])此|当前的?|现有的?|我们的|我的|咱们的)\\s?${hanGap}${hanNoun}|我们(?:这个)?(?:仓库|项目|代码库|系统|服务|工具)`,
)

/** 「这个 CLI 工具」, `our auth module`: the answer may hang on what is there. */
export const isPossessive = (request: string): boolean => {
  const shadow = shadowOf(request)
  return possessive.test(shadow) || hanPossessive.test(shadow)
}

/** The world that names are looked up in: files from the root with `/`, and the commands that the manifests name. */
export type Place = {readonly files: readonly string[]; readonly commands: readonly string[]}

/** Files that one name may stand for; `index.ts` may stand for many. */
const mostOfOneName = 3
const mostNames = 40

/** Files, folders and commands that a request names and that exist. Quotes and backticks are looked into: names often stand in them. */
export function namedIn(request: string, {files, commands}: Place): Named {
  const found = {files: new Set<string>(), folders: new Set<string>(), commands: new Set<string>()}
  const folders = foldersOf(files)
  for (const {name, sure} of namesIn(request).slice(0, mostNames)) {
    const path = name.replace(/^\.?\/+|\/+$/g, '')
    if (path === '') continue
    const exact = files.filter(file => file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`))
    for (const file of shallowFirst(exact).slice(0, mostOfOneName)) found.files.add(file)
    if (exact.length > 0 || (path.includes('.') && !path.includes('/'))) continue
    const within = folders.filter(folder => folder === path || folder.endsWith(`/${path}`))
    for (const folder of shallowFirst(within).slice(0, mostOfOneName)) found.folders.add(folder)
    if (path.includes('/') || !sure) continue
    const small = path.toLowerCase()
    for (const command of commands) if (command.toLowerCase() === small) found.commands.add(command)
    const called = files.filter(file => stemOf(file).toLowerCase() === small)
    for (const file of shallowFirst(called).slice(0, mostOfOneName)) found.files.add(file)
    for (const folder of shallowFirst(folders.filter(it => nameOf(it).toLowerCase() === small)).slice(0, mostOfOneName))
      found.folders.add(folder)
  }
  return {files: [...found.files], folders: [...found.folders], commands: [...found.commands]}
}

const kindAfter =
  /^\s?(?:(?:module|modules|command|file|package|service|component|script|function|class|subcommand|flag|folder|directory|library)\b|模块|命令|文件|包|服务|组件|脚本|函数|目录|子命令)/i
const kindBefore =
  /(?:module|command|file|package|script|folder|directory|模块|命令|文件|脚本|目录|npm\srun|make|yarn|pnpm|\b(?:our|this|my|these)|我们的|这个)\s?$/i

/** Names as they are written, those in backticks first; `sure`: whatever it names, it is meant as a name. */
function namesIn(request: string): readonly {name: string; sure: boolean}[] {
  const ticked = [...request.matchAll(/`([^`\n]{1,120})`/g)].map(found => ({
    name: (found[1] ?? '').replace(/^(?:npm run|yarn|pnpm|make|npx)\s+/, '').trim(),
    sure: true,
  }))
  const bare = [...request.matchAll(/[A-Za-z0-9_@~-]*(?:[./\\][A-Za-z0-9_@~-]+)*[A-Za-z0-9_]/g)].flatMap(found => {
    const [name] = found
    const after = request.slice(found.index + name.length, found.index + name.length + 16)
    const before = request.slice(Math.max(0, found.index - 12), found.index)
    const sure = isIdentifier(name) || kindAfter.test(after) || kindBefore.test(before)
    return sure || /[./\\]/.test(name) ? [{name: name.replaceAll('\\', '/'), sure}] : []
  })
  return [...ticked, ...bare]
}

const shadowOf = (request: string): string => blot(fold(request), quotesIn(request))
const foldersOf = (files: readonly string[]): readonly string[] => {
  const all = new Set<string>()
  for (const file of files)
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) all.add(file.slice(0, at))
  return [...all]
}
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const stemOf = (path: string): string => nameOf(path).replace(/\.[^.]*$/, '')
const shallowFirst = (paths: readonly string[]): readonly string[] =>
  [...paths].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
const depth = (path: string): number => path.split('/').length
