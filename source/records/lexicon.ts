import type {Lang} from '../core/events.ts'

/** The signs by which sentences are picked when no model does it: literal, and rather too few than too many. */
export type Lexicon = {
  readonly stance: RegExp
  readonly frame: RegExp
  readonly evidence: RegExp
  /** The speaker says of themselves that they agree, or that they do not. */
  readonly agrees: RegExp
  readonly objects: RegExp
  /** Not said, only supposed or asked. */
  readonly supposed: RegExp
  /** Said at any table, so it tells nothing about this one. */
  readonly commonplace: readonly string[]
  /** Shortest and longest sentence that stands well alone, in UTF-16 units. */
  readonly length: readonly [number, number]
}

const zh: Lexicon = {
  stance:
    /我(?:们)?(?:一直|始终|首先|还是|仍然|历来|从来|向来|一向|一贯|总|只|就|更)*(?:认为|主张|相信|坚持|赞成|反对|以为|看重|的看法|的判断|的立场|的结论)|必须|应当|应该|不应|关键|根本|本质|归根到底|归根结底|不会|不可能|不是.{1,30}而是|决定/u,
  frame: /从.{1,20}(?:看|出发|入手|来说|角度)|分析|角度|方法|视角|区分|矛盾|前提|先问|要看|首先/u,
  evidence:
    /因为|由于|例如|比如|譬如|历史上|事实|证明|数据|当年|曾经|那阵|那年|那时|从前|头一年|有一次|有一回|年轻时|我见过|\d{3,4}\s*年|世纪/u,
  agrees:
    /我(?:们)?(?:完全|也|部分|基本上?|很|非常|十分|当然|大体上?|原则上|深表|都|确实|愿意|可以|并且)*(?:同意|赞成|赞同|认同)|(?:你|您|他|她|这话|这一点)(?:这一点|这话|刚才)?(?:说|讲)(?:得|的)(?:很|完全|都|也|是)?(?:对|没错|正确)/u,
  objects:
    /我(?:们)?(?:完全|也|并|坚决|实在|恐怕|很|仍然|还是|绝|决)*(?:不(?:能|敢|太|完全|会)?(?:同意|赞成|赞同|认同|接受|附和)|反对)|(?:你|您|他|她|这话|这一点)(?:这一点|这话|刚才)?(?:说|讲)得不对|难以(?:同意|赞同|苟同|接受)|不敢苟同|恰恰相反/u,
  supposed: /如果|假如|假使|要是|倘若|不是说|不等于|是否|[？?]/u,
  commonplace: ['同意', '反对', '赞成', '今天', '问题', '东西', '事情', '地方', '发言', '讨论', '会议', '主题'],
  length: [8, 120],
}

const en: Lexicon = {
  stance:
    /\b(?:I (?:think|believe|hold|maintain|argue|contend|submit|insist|say)|my (?:view|claim|position|answer|conclusion)|must|should|ought|cannot|will not|in the end|at bottom|the question is|the point is|what matters)\b/iu,
  frame:
    /\b(?:from the (?:standpoint|point of view|perspective)|in terms of|distinguish|framework|method|let us (?:begin|start)|first ask|we must ask|look at|contradiction|premise|principle)\b/iu,
  evidence:
    /\b(?:because|for example|for instance|such as|evidence|in fact|history|historically|data|experience|experiment|in 1\d{3}|in 20\d{2}|century|since|shows?|proves?)\b/iu,
  agrees:
    /\bI (?:(?:fully|also|do|partly|entirely|completely|strongly|readily|broadly|quite|certainly|wholeheartedly|gladly|can|must) )*(?:agree|concur)\b|\byou(?: are|['’]re) (?:(?:quite|absolutely|entirely|surely) )?right\b|\bI (?:grant|concede) (?:that|this|the|your|you)\b/iu,
  objects:
    /\bI (?:(?:strongly|must|also|entirely|respectfully|still|have to|do|therefore) )*(?:disagree|object|dispute|dissent)\b|\bI (?:do not|don['’]t|cannot|can['’]t|can not|could not) (?:(?:fully|entirely|quite|possibly) )?(?:agree|accept|concur)\b|\byou are (?:wrong|mistaken)\b|\bon the contrary\b/iu,
  supposed: /\b(?:if|unless|whether|suppose)\b|\?/iu,
  commonplace: [],
  length: [20, 260],
}

export const lexicons: Readonly<Record<Lang, Lexicon>> = {zh, en}

/** Characters that carry grammar rather than matter: no keyword holds one. */
export const ZH_GRAMMAR = new Set(
  '的了是在我你他她它们这那不也就都而和与及或但并很把被让对从到为以于之其所有没个什么怎吗呢吧啊会要可一二三四五六七八九十两几些上下来去说看想做得着过地者还又再更最只才已因如果则即使若虽然且只每各某另此该将当给跟比像由向往里外前后中间时候谁哪何如多少自己非便却已经问答请先认正件句讲谈话',
)

export const EN_GRAMMAR = new Set(
  `a about above after again against agree all almost alone already also although always among an and another any anyone anything are as
  ask at away be because become been before begin being below between both but by can cannot come could did disagree do does doing done
  down each either else enough even ever every everything few first for from further gave get give given go goes going good had
  has have having he her here hers him his how however i if in indeed instead into is it its itself just keep know last least less
  let like long made make makes many may me mean means might mine more most much must my never new no none nor not nothing now of
  off often on once one only onto or other others our ours out over own perhaps put rather really right said same say says see
  seem seems shall she should since so some someone something still such take than that the their theirs them themselves then
  there therefore these they thing things think this those though three through thus to together too true two under until up
  upon us use used very want was way we well were what when where whether which while who whom whose why will with within without
  word words would yes yet you your yours don't can't won't isn't aren't doesn't it's that's there's what's`.split(/\s+/),
)
