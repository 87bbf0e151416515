/** A service that is known by name. */
export type Preset = {
  readonly speaks: 'openai' | 'anthropic'
  readonly baseUrl: string
  /** Where nobody names another. */
  readonly model: string
  /** Environment variables that may hold its key, the first one that does wins. */
  readonly keys: readonly string[]
  /** Variable of the vendor's own tools that names another address; a key meant for that address goes to no other. */
  readonly baseUrlEnv?: string
}

export const presets = {
  deepseek: {
    speaks: 'openai',
    baseUrl: 'https://api.deepseek.com/v1',
    model: 'deepseek-chat',
    keys: ['DEEPSEEK_API_KEY'],
  },
  moonshot: {
    speaks: 'openai',
    baseUrl: 'https://api.moonshot.cn/v1',
    model: 'kimi-latest',
    keys: ['MOONSHOT_API_KEY', 'KIMI_API_KEY'],
  },
  // Not `qwen`, which is the agent of that name.
  dashscope: {
    speaks: 'openai',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    model: 'qwen-plus',
    keys: ['DASHSCOPE_API_KEY'],
  },
  glm: {
    speaks: 'openai',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    model: 'glm-4.6',
    keys: ['ZHIPUAI_API_KEY', 'ZHIPU_API_KEY', 'BIGMODEL_API_KEY', 'ZAI_API_KEY', 'GLM_API_KEY'],
  },
  openai: {
    speaks: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-5-mini',
    keys: ['OPENAI_API_KEY'],
    baseUrlEnv: 'OPENAI_BASE_URL',
  },
  openrouter: {
    speaks: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
    model: 'openrouter/auto',
    keys: ['OPENROUTER_API_KEY'],
  },
  anthropic: {
    speaks: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'claude-sonnet-4-5',
    keys: ['ANTHROPIC_API_KEY'],
    baseUrlEnv: 'ANTHROPIC_BASE_URL',
  },
} as const satisfies Record<string, Preset>

export type PresetId = keyof typeof presets
export const presetIds: readonly string[] = Object.keys(presets)

export const presetOf = (id: string): Preset | undefined => (Object.hasOwn(presets, id) ? presets[id as PresetId] : undefined)

/** Every variable that may hold a key of a known service: none of their values may appear anywhere. */
export const keyVariables: readonly string[] = [...new Set(Object.values(presets).flatMap(({keys}) => keys))]
