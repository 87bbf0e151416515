import type {Lang} from '../core/events.ts'

/** What the wizard says of voices: which there are, what they cost, and how a key is entered for one. */
const zh = {
  voiceNone: '这里没有找到接着模型的声音。可以先用下面的，想清楚再选：',
  voiceAsk: '每一席默认用哪种声音？之后可以一席一席地换。',
  voiceLooking: '正在找接着模型的声音…',
  voiceFound: '找到了接着模型的声音，推荐第一个。之后可以一席一席地换。',
  voiceUnproven: '找到了接着模型的声音，但没有一个能替你推荐，请自己选：',
  'voice.rehearsal': '排练',
  'voice.manual': '转交',
  'voice.again': '再找一遍',
  'voice.key': '填一把密钥',
  'voiceAbout.rehearsal': '不经过模型：用人物素材即席拼成，全程标明',
  'voiceAbout.manual': '把要说的话交给别处的人或模型，再把回复粘贴回来',
  'voiceAbout.again': '装好或登录之后，回来再看一次',
  'voiceAbout.key': '接一家模型服务的接口',
  'voiceAbout.model': '由 {label} 发言',
  'voiceAbout.experimental': '实验：隔离没有证明',
  'voiceAbout.unsure': '看不出是否已登录；roundtable doctor 说明原因',
  defaultModel: '默认模型',
  ownServer: '它自己的服务器',
  paidLocal: '{name} 在本机运行（{model}），不花钱，什么也不发出去。',
  paidTo: '{name} 发言（{model}）：议题、人物和发言会发到 {host}，可能计费或占用额度。',
  paidEstimate: '约 {calls} 次调用，{min} 到 {max} 个 token，重试和它自带的开场、思考不算在内。',
  lookedAgain: '又找了一遍，还是没有。',
  keyHow:
    '离开后运行 roundtable config key deepseek（或 moonshot、dashscope、glm、openai、openrouter、anthropic），密钥不会显示出来；再回来就有了。',
} as const

const en: Readonly<Record<keyof typeof zh, string>> = {
  voiceNone: 'No voice with a model was found here. These work without one; choose what you want:',
  voiceAsk: 'Which voice do the seats use? Each can have another one later.',
  voiceLooking: 'Looking for voices with a model…',
  voiceFound: 'Voices with a model were found; the first is proposed. Each seat can have another one later.',
  voiceUnproven: 'Voices with a model were found, but none that can be proposed; please choose yourself:',
  'voice.rehearsal': 'rehearsal',
  'voice.manual': 'by hand',
  'voice.again': 'look again',
  'voice.key': 'enter a key',
  'voiceAbout.rehearsal': 'no model: put together from the persona files, and labelled so',
  'voiceAbout.manual': 'hand the words to somebody elsewhere, paste the reply back',
  'voiceAbout.again': 'once something is installed or logged in',
  'voiceAbout.key': 'for the API of a model service',
  'voiceAbout.model': '{label} speaks',
  'voiceAbout.experimental': 'experimental: its isolation is unproven',
  'voiceAbout.unsure': 'whether it is logged in cannot be seen; roundtable doctor says why',
  defaultModel: 'its default model',
  ownServer: 'its own server',
  paidLocal: '{name} runs on this machine ({model}): it costs nothing, and nothing is sent anywhere.',
  paidTo: '{name} speaks ({model}): topic, personas and speeches go to {host}, which may cost money or quota.',
  paidEstimate: 'About {calls} calls, {min} to {max} tokens, without retries and what it adds or reasons itself.',
  lookedAgain: 'Looked again: still none.',
  keyHow:
    'Leave and run: roundtable config key deepseek (or moonshot, dashscope, glm, openai, openrouter, anthropic). The key is not shown; then come back.',
}

export type WizardVoiceWords = Readonly<Record<keyof typeof zh, string>>
export const wizardVoiceWords: Readonly<Record<Lang, WizardVoiceWords>> = {zh, en}
