/** The words by which a request is recognised, as sources of expressions over the shadow of a sentence. */

export const number = String.raw`(?:-?\d+(?:\.\d+)?(?:\s?(?:[-~]|到|至)\s?\d+)?|[零〇一二两三四五六七八九十百几]{1,6}|\b(?:${[
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
]
  .join(' ')
  .replaceAll(' ', '|')}))`
export const unit = String.raw`(?:\s{0,2}(?:个)?(?:轮次|轮|回合)(?:次)?(?!车)|[-\s]{0,2}rounds?\b)`

const manyTalk =
  '讨论|辩论|探讨|争论|研讨|商讨|谈论|议论|论辩|争辩|对谈|对话|交流|交锋|谈谈|聊聊|聊一聊|谈一谈|辩一辩|议一议|说说'
export const verb = String.raw`(?:(?:${manyTalk}|聊|谈(?!判)|辩)(?:一下|一番|一会儿?)?|\b(?:(?:to\s)?(?:discuss(?:ing)?|debat(?:e|ing)|talk(?:ing)?|argu(?:e|ing)|chat|speak|consider|explore|examine|deliberate|converse)\b(?:\s(?:about|over|on)\b)?))`
/** The same without 聊 and 谈 alone, which may begin a name: 谈迁. */
export const plainVerb = `(?![聊谈辩](?![聊谈辩一]))${verb}`
export const about = String.raw`(?:围绕|针对|有关|关于|对于|就(?!是)|\b(?:on|about|regarding|concerning|over)\s)`
/** `对 X 展开讨论` and `以 X 为题`: the word alone means too much to be a sign by itself. */
export const aboutFar = `(?:对(?=.{1,200}(?:展开|进行|开展).{0,8}(?:${manyTalk}))|以(?=.{1,200}为(?:主题|题|议题|话题)))`
/** What follows the topic when the verb comes after it. */
export const afterAbout = String.raw`(?:[,\s]{0,2}(?:来|展开|进行|开展|举行|做|作)?(?:一场|一次|一下)?(?:激烈|深入)?(?:${number}${unit})?的?(?:${manyTalk})(?:一下|一番)?)$`

const assembly = '圆桌会议|圆桌讨论会?|圆桌会|圆桌|私董会|讨论会|辩论会|辩论赛|研讨会|座谈会|会议|会|讨论|辩论'
const enAssembly = String.raw`(?:round[-\s]?table|board|panel|group)?\s?(?:meeting|debate|discussion|panel|round[-\s]?table)(?:\s(?:meeting|discussion|debate))?\b`
/** Opening a meeting in so many words. Group `rounds` may hold the number of rounds. */
export const opening = String.raw`(?:(?:召开|举行|举办|组织|安排|主持|发起|开|办|搞|来)(?:一个|一场|一次|个|场|次)(?:${number}${unit}的?)?(?:${assembly})|(?:召开|举行|举办|开)(?:圆桌会议|圆桌会|圆桌|私董会|讨论会|辩论会|会议|会)|\b(?:hold|have|start|open|run|set\sup|organi[sz]e|host|convene|call|begin|to|join)\s(?:an?\s|the\s|another\s)?(?:new\s|short\s|quick\s)?(?:${number}${unit}\s)?${enAssembly})(?:吧|呗)?`
/** A meeting with its topic or its people inside: 「开个关于 X 的会」, 「组织一场马克思和毛泽东的辩论」. */
export const framed = String.raw`(?:召开|举行|举办|组织|安排|主持|发起|开|办|搞|来)(?:一个|一场|一次|个|场|次)(关于|围绕|有关)?(.{1,200}?)的(?:${assembly})(?=$|[\s,:;。!?])`
export const naming = String.raw`(?:/?(?:${number}${unit}的?)?(?:圆桌会议|圆桌讨论会?|圆桌会|圆桌|人物讨论|私董会)|/?(?:an?\s|the\s)?(?:${number}-round\s)?(?:round[-\s]?table(?:\s(?:meeting|discussion|debate)\b)?|board\smeeting)(?![\w'-])|an?\s(?:${number}-round\s)?(?:debate|discussion|meeting|panel)(?=\s(?:between|with|among|on|about)\s))`

export const caller = String.raw`(?:有请|邀请|邀|召集|组织|安排|找(?!到)|叫上|叫|让(?![-·])|请|由|\b(?:let|have|get|ask|invite|make|i\swant|i'd\slike|i\swould\slike)\s)`
/** These name participants only where a meeting is being spoken of already. */
export const joiner = String.raw`\b(?:with|between|among|featuring)\s`
export const polite = String.raw`(?:请问|麻烦你?|帮我|给我|我们?(?:想要|想|要|希望)|能不能|可不可以|可以|能否|可否|(?:能|想)(?=让|请)|请你?|咱们|我们|现在|你好|您好|好的?|\b(?:please|can\syou|could\syou|would\syou|i\swant\sto|i'd\slike\sto|i\swould\slike\sto|we\swant\sto|let's|let\sus|hello|hi|hey|ok|okay)\b)`
export const pronoun = String.raw`(?:他们(?:几个|几位|俩|两个|两位)?|她们(?:几个|俩)?|大家|双方|各位|几位|两位|二位|三位|众人|them\b|the\stwo\b|everyone\b|both\b)`
/** People, but none who could take a seat. */
export const ourselves = String.raw`(?:我们|咱们|我|us\b|me\b|you\b|你们?)`
/** What may stand between the names and the verb. */
export const betweenNames = String.raw`(?:一起|一同|共同|坐下来|坐在一起|参加|参与|出席|加入|入座|当面|互相|相互|好好|各自|分别|继续|(?:这)?[两二三四五六七八九十几](?:位|个人|人)|用(?:中文|汉语|英文|英语)|进行|展开|开展|(?:一场|一次)|来|去|先|再|\bto)`
export const takesPart = '(?:参加|参与|出席|加入|入座)'
/** Words of speech that hardly stand in a name; a "name" that holds one was a piece of a sentence. */
export const noName =
  /的|是|谁|吗|呢|哪|什么|怎|参与者|嘉宾|主题|议题|应该|值得|如何|为何|为什么|[。?!…\n]|\b(?:is|are|was|were|the|of|should|would|will|why|how|what|whether|on|about)\b/

export const keys: readonly {readonly kind: 'topic' | 'with' | 'rounds' | 'lang'; readonly words: string}[] = [
  {kind: 'topic', words: '(?:会议|讨论|辩论)?(?:主题|议题|话题|题目|问题)|topic|subject|question'},
  {
    kind: 'with',
    words:
      '参与者|与会者|参会者|参会人员?|参加者|与会人员?|参与人员?|讨论者|嘉宾|人物|成员|参与|with|participants?|guests?|speakers?|seats',
  },
  {
    kind: 'rounds',
    words:
      '(?:讨论|会议)?(?:轮次|轮数|回合数)|(?:回合|轮|rounds?)(?!(?<=NUMBER\\s{0,2}(?:回合|轮|rounds?))(?!\\s{0,3}:\\s{0,3}NUMBER))'.replaceAll(
        'NUMBER',
        '(?:\\d|[零一二两三四五六七八九十]|\\b(?:two|three|four|five|six))',
      ),
  },
  {kind: 'lang', words: '(?:发言|会议)?语言|lang(?:uage)?'},
]

export const here = (source: string): RegExp => new RegExp(source, 'y')
/** The length of what the expression finds exactly at a position, or 0. */
export function lengthAt(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  return expression.exec(text)?.[0].length ?? 0
}
