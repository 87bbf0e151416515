/** What a request speaks of, as words that may stand in the names and the text of files. Small letters, in order, each once. */
export type Terms = {
  /** Written as in code: `parseRequest`, `user_id`, `rate-limit`, or in backticks. Split into their words as well. */
  readonly identifiers: readonly string[]
  readonly words: readonly string[]
}

const mostTerms = 24

export function termsOf(text: string): Terms {
  const identifiers: string[] = []
  const words: string[] = []
  for (const [token] of text.matchAll(/[A-Za-z][A-Za-z0-9_-]*[A-Za-z0-9]/g)) {
    const small = token.toLowerCase()
    if (isIdentifier(token) || isCode(text, token)) identifiers.push(small)
    for (const word of partsOf(token)) if (word.length > 2 && !common.has(word)) words.push(singular(word))
  }
  for (const [word, means] of glossary) if (text.includes(word)) words.push(...means)
  return {identifiers: [...new Set(identifiers)].slice(0, mostTerms), words: [...new Set(words)].slice(0, mostTerms)}
}

/** `parseRequest2` -> parse, request, 2. Small letters. */
export const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(part => part !== '')

/** Has what only code has: a capital or a digit's neighbour inside, an underscore, a hyphen. */
export const isIdentifier = (token: string): boolean => /[a-z0-9][A-Z]|[A-Za-z0-9][_-][A-Za-z0-9]/.test(token)

const isCode = (text: string, token: string): boolean => text.includes(`\`${token}\``)

export const singular = (word: string): string => (word.length > 3 ? word.replace(/(?<![siu'])s$/, '') : word)

/** Words that say nothing about which file is meant. */
const common: ReadonlySet<string> = new Set(
  `the and for with from into onto about this that these those our your their its his her they them you are was were been being
   have has had does did doing should would could can cannot will shall may might must what which who whom whose when where why how
   not but nor yet then than too very just only also more most less least many much some any all each every other another same such
   there here over under again further once before after between during without within against one two three first second last new
   old good better best bad worse worst right wrong really already always never ever sometimes often still now today make makes made
   making use uses used using get gets got getting let lets put take takes keep keeps need needs want wants like likes think say says
   know see look looks find give gives work works working way ways thing things something anything everything nothing case cases
   question questions problem problems answer decide decision decisions choice choose question whether if else because since while
   until though although however instead rather general generally early late sooner later worth add adds added adding change changes
   changed remove removed move moved write writes written read reads split keep start stop please council debate discuss ask consult
   optimize optimise refactor rewrite review design improve simplify
   engineering engineer engineers team repo repository project codebase code tool tools module modules command commands file files
   function functions class classes package packages component components folder directory`.split(/\s+/),
)

/** Chinese words of engineering, and what the same thing is called in most code. */
const glossary: readonly (readonly [string, readonly string[]])[] = [
  ['认证', ['auth', 'authentication', 'login']],
  ['鉴权', ['auth', 'authorization', 'permission']],
  ['授权', ['auth', 'authorization']],
  ['登录', ['login', 'auth', 'session']],
  ['权限', ['permission', 'role', 'acl']],
  ['会话', ['session']],
  ['缓存', ['cache']],
  ['数据库', ['database', 'db', 'sql', 'migration']],
  ['迁移', ['migration', 'migrate']],
  ['查询', ['query']],
  ['接口', ['api', 'interface']],
  ['路由', ['route', 'router', 'routing']],
  ['日志', ['log', 'logger', 'logging']],
  ['账本', ['ledger']],
  ['配置', ['config', 'setting']],
  ['设置', ['setting', 'config']],
  ['解析', ['parse', 'parser']],
  ['渲染', ['render', 'view']],
  ['队列', ['queue']],
  ['重试', ['retry']],
  ['超时', ['timeout']],
  ['限流', ['rate', 'limit', 'throttle']],
  ['支付', ['payment', 'pay', 'billing']],
  ['订单', ['order']],
  ['用户', ['user']],
  ['消息', ['message']],
  ['通知', ['notification', 'notify']],
  ['上传', ['upload']],
  ['下载', ['download']],
  ['搜索', ['search', 'index']],
  ['索引', ['index']],
  ['加密', ['crypto', 'encrypt', 'cipher']],
  ['签名', ['sign', 'signature']],
  ['密钥', ['key']],
  ['测试', ['test', 'spec']],
  ['基准', ['bench', 'benchmark']],
  ['性能', ['perf', 'performance', 'bench']],
  ['构建', ['build']],
  ['部署', ['deploy', 'deployment']],
  ['命令行', ['cli', 'command', 'argument']],
  ['参数', ['argument', 'option', 'flag']],
  ['输出', ['output', 'format', 'print']],
  ['错误', ['error', 'fault']],
  ['异常', ['error', 'exception']],
  ['事件', ['event']],
  ['状态', ['state', 'status', 'store']],
  ['并发', ['concurrency', 'lock', 'worker']],
  ['锁', ['lock']],
  ['网络', ['network', 'http', 'socket']],
  ['服务', ['service', 'server']],
  ['客户端', ['client']],
  ['前端', ['frontend', 'ui', 'component']],
  ['后端', ['backend', 'server']],
  ['组件', ['component']],
  ['界面', ['ui', 'view', 'screen']],
  ['终端', ['terminal', 'tty']],
  ['类型', ['type']],
  ['模型', ['model']],
  ['训练', ['train', 'training']],
  ['推理', ['inference']],
  ['数据集', ['dataset', 'data']],
  ['提示词', ['prompt']],
  ['检索', ['retrieval', 'search', 'rag']],
  ['智能体', ['agent']],
  ['工具调用', ['tool']],
  ['工作流', ['workflow']],
  ['记忆', ['memory']],
  ['持久化', ['persist', 'store', 'save', 'disk']],
  ['存储', ['storage', 'store']],
  ['文件', ['file']],
  ['时间', ['time', 'date', 'clock']],
  ['分页', ['page', 'pagination']],
  ['国际化', ['i18n', 'locale']],
]
