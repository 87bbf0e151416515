import type {Fault, Lang} from '../../core/events.ts'

/** Why the rehearsal speaker declines. Kept together, in both languages, since these sentences are shown to people. */
const REASONS = {
  noPersona: {
    zh: {message: '排练要有人物文件，这个席位没有', hint: '换一个自带的人物，或给它配一个模型'},
    en: {message: 'a rehearsal needs a persona file and this seat has none', hint: 'seat a built-in persona, or give it a model'},
  },
  foreign: {
    zh: {message: '{name}的文件不是为排练写的：没有可以直接说出口的心智模型', hint: '按 personas new 的样式写，或给它配一个模型'},
    en: {
      message: "{name}'s file was not written for rehearsal: it has no mental models that can be spoken",
      hint: 'write it as personas new lays it out, or give the seat a model',
    },
  },
  thin: {
    zh: {message: '{name}的文件太薄，说不满这几轮而不重复', hint: '减少轮次，或把文件写厚些'},
    en: {
      message: "{name}'s file is too thin for the rounds: it would have to repeat itself",
      hint: 'fewer rounds, or a fuller file',
    },
  },
  language: {
    zh: {message: '{name}的文件是中文的，议题却是另一种语言', hint: '用中文写议题，或换该语言的人物文件'},
    en: {
      message: "{name}'s file is in English and the topic is in another language",
      hint: 'put the topic in English, or seat a persona of its language',
    },
  },
  record: {
    zh: {message: '排练不写纪要', hint: '纪要按摘句生成'},
    en: {message: 'the rehearsal writes no minutes', hint: 'the minutes are made of extracts'},
  },
} as const

export type Reason = keyof typeof REASONS

export function decline(reason: Reason, lang: Lang, name = ''): Fault {
  const {message, hint} = REASONS[reason][lang]
  return {code: 'protocol', message: message.replace('{name}', () => name), hint, retryable: false}
}
