import type {Lang} from '../../core/events.ts'

/** `full` names the question as one names it once; `short` is what one says afterwards. Both stand where a noun stands. */
export type TopicPhrases = {readonly full: string; readonly short: string}

export function phraseTopic(topic: string, lang: Lang): TopicPhrases {
  return lang === 'zh' ? chinese(topic) : english(topic)
}

const QUESTION = /(.)不\1|是否|能否|可否|还是|为什么|为何|怎么|如何|怎样|什么|谁|哪|多少|多大|几|吗/u
const FULL_MAX = 18
const SHORT_MAX = 10

function chinese(topic: string): TopicPhrases {
  const clause = chooseClause(topic)
  if (clause === undefined) return {full: '这个问题', short: '这件事'}
  if (/问题$/u.test(clause)) return {full: clause, short: clause.length <= SHORT_MAX ? clause : '这件事'}
  const full = `${clause}${QUESTION.test(clause) ? '这个问题' : '这件事'}`
  const short = shortChinese(clause)
  return {full, short: short.length >= 2 && short.length <= SHORT_MAX ? short : '这件事'}
}

/** The clause that asks, else the last one that is short enough to be said. */
function chooseClause(topic: string): string | undefined {
  const clauses = topic
    .split(/[，。；！？!?,;：:\n—]+/u)
    .map(clause =>
      clause
        .trim()
        .replace(/^(请|请你们|我们来|来)?(关于|讨论一下|讨论|谈谈|聊聊|说说|请问|想问)/u, '')
        .replace(/[吗呢吧]$/u, '')
        .replace(/["“”「」『』'‘’《》]/gu, ''),
    )
    .filter(clause => [...clause].length >= 2 && [...clause].length <= FULL_MAX)
  return clauses.find(clause => QUESTION.test(clause)) ?? clauses.at(-1)
}

const MODAL =
  /^(.*?)(?:到底|究竟|还|也|就|都|又|再|真的?|现在|如今|今天|今后|以后|将来)*(会不会|要不要|该不该|应不应该|应该不应该|能不能|可不可以|是不是|值不值得|值得|需不需要|有没有|好不好|是否应该|是否应当|是否该|是否会|是否|能否|应该|需要)(.*)$/u
const AGENT =
  /(人|者|员|生|工|家长|父母|孩子|城市|政府|学校|公司|企业|国家|社会|我们|我|大学|老师|媒体|平台|青年|中学|小学|小区|餐馆|医院|县城|县|镇|村|乡)$/u
const ASKING = /^(为什么要?|为何|如何看待|怎么看待?|怎样看待|如何评价|如何才能|如何|怎样|怎么|什么是|谁来|谁该|谁应该)/u
const ASKED = /(是什么|意味着什么|为了什么|怎么办|怎么样|有什么用|有什么意义|有没有用|有没有意义|好不好|对不对|行不行|值不值)$/u

function shortChinese(clause: string): string {
  if (clause.includes('还是')) return '这个选择'
  if (ASKED.test(clause)) return clause.replace(ASKED, '')
  const parts = MODAL.exec(clause)
  if (parts) {
    const [, subject = '', modal = '', act = ''] = parts
    if (act === '') return subject
    if (subject === '') return act
    return modal.includes('会') || modal === '是不是' || modal === '有没有' || !AGENT.test(subject) ? subject : act
  }
  return clause.replace(ASKING, '')
}

const LEAD = /^(will|would|should|can|could|must|shall|is|are|do|does|did)\s+(.+)$/i
const VERBS =
  'replace|ban|abolish|buy|rent|pay|be|become|make|end|have|work|use|keep|allow|teach|learn|raise|cut|tax|forgive|lie|marry|move|save|stop|start|vote|own|limit|leave|give|take|help|need|exist|matter|think|read|eat|die|live|change|rule|control|destroy|build|open|close|share|tip|cancel|require|forbid|fund|return|trust|obey|fear|follow|let|go|stay|quit|study|save'
const VERB = new RegExp(`^(.+?)\\s+(${VERBS})\\b\\s*(.*)$`, 'i')
/** After these the next word is the verb, whichever it is. */
const AFTER_PRONOUN = /^(we|i|you|they)\s+([a-z]+)\b\s*(.*)$/i
/** `is it time to sell`. */
const IT_IS = /^it\s+(.+?)\s+to\s+([a-z]+)\b\s*(.*)$/i
/** `how do we keep X`: asked with an auxiliary, which a question that is named does not have. */
const ASKED_WITH = /^(why|how|what|who|when|where|which)\s+(do|can|could|should|will|would|must|shall)\s+(we|i|you|they)\s+(.+)$/i
const FULL_WORDS = 12

function english(topic: string): TopicPhrases {
  const clause = topic
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[?.!]+$/, '')
    .replace(/["“”]/g, '')
  if (clause === '' || clause.split(' ').length > FULL_WORDS || /[?.!;]/.test(clause))
    return {full: 'this question', short: 'this'}
  const lead = LEAD.exec(clause)
  if (lead) return ledQuestion(lead[1] ?? '', lead[2] ?? '')
  const asked = ASKED_WITH.exec(clause)
  if (asked) {
    const [, word = '', modal = '', subject = '', act = ''] = asked
    const said = modal.toLowerCase() === 'do' ? act : `${modal.toLowerCase()} ${act}`
    return {full: `the question of ${word.toLowerCase()} ${lowerFirst(subject)} ${said}`, short: 'this question'}
  }
  if (/^(why|how|what|who|when|where|which|whether)\b/i.test(clause)) {
    return {full: `the question of ${lowerFirst(clause)}`, short: 'this question'}
  }
  return {full: lowerFirst(clause), short: clause.split(' ').length <= 4 ? lowerFirst(clause) : 'this question'}
}

function ledQuestion(modal: string, rest: string): TopicPhrases {
  const word = modal.toLowerCase()
  if (word === 'is' || word === 'are') {
    const it = word === 'is' ? IT_IS.exec(rest) : null
    if (it) {
      const [, judgement = '', act = '', object = ''] = it
      const deed = `${gerund(act)} ${object}`.trim()
      const full = `the question whether it is ${judgement} to ${act} ${object}`.trim()
      return {full, short: deed.split(' ').length <= 4 ? deed : 'this question'}
    }
    const judged = /^(.+)\s+(\S+)$/.exec(rest)
    if (!judged) return {full: 'this question', short: 'this'}
    const subject = judged[1] ?? ''
    return {
      full: `the question whether ${subject} ${word} ${judged[2]}`,
      short: subject.split(' ').length <= 4 ? subject : 'this question',
    }
  }
  const direct = AFTER_PRONOUN.exec(rest)
  const verb = direct && !ADVERB.test(direct[2] ?? '') ? direct : VERB.exec(rest)
  if (!verb) return {full: 'this question', short: 'this'}
  const [, subject = '', act = '', object = ''] = verb
  const said = /^do(es)?$|^did$/.test(word) ? '' : `${word} `
  const full = `the question whether ${subject} ${said}${act} ${object}`.trim()
  const deed = `${gerund(act)} ${object}`.trim()
  const short = /should|must|shall/.test(word) && deed.split(' ').length <= 4 ? deed : subject
  return {full, short: short.split(' ').length <= 4 && !/^(we|i|you|they|it)$/i.test(short) ? short : 'this question'}
}

const DOUBLED =
  /^(ban|begin|bet|cut|dig|drop|get|hit|let|plan|put|quit|rid|run|scrap|set|ship|shut|sit|split|step|stop|swap|tip|trim|win)$/i
/** Between a pronoun and its verb. */
const ADVERB = /^(all|already|also|always|both|even|ever|first|just|never|not|now|still|\w+ly)$/i
const gerund = (verb: string) =>
  DOUBLED.test(verb)
    ? `${verb}${verb.at(-1)}ing`
    : /[^e]e$/i.test(verb) && verb !== 'be'
      ? `${verb.slice(0, -1).replace(/i$/, 'y')}ing`
      : `${verb}ing`

// Acronyms and names keep their capital.
const lowerFirst = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)
