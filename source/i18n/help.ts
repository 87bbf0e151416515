import type {Lang} from '../core/events.ts'

const zh = `
圆桌：请几位人物围着一个问题开会。司仪是程序：不评价、不引导，逐字传话；记录可以核对。

用法
  roundtable                                  开一场新的会议
  roundtable "开个会，让马克思和毛泽东讨论人工智能会不会取代程序员，2 轮"
  roundtable meet --topic 议题 --with 马克思,毛泽东 [选项]
  roundtable "@board:elon_musk,jeff_bezos,allenzhang 主题"    私董会；只写 @board 用默认专家团
  roundtable review --topic 议题 [--brief-file F] [--material F]… [--agents 角色:声音,…] [--judge 声音]   多角色评审
  roundtable "@review:builder:codex,critic:claude 议题"       同上；只写 @review 用默认角色
  roundtable council "我们的缓存模块要不要优化？"            工程委员会：成员按问题里的词选定
  roundtable "@council:knuth,beck 问题"                       同上；点名两三位成员
  roundtable resume [DIR] [--repair]          接着开没开完的会
  roundtable verify DIR                       逐项核对记录
  roundtable export DIR [--history|--prompts] 从账本重新写出记录
  roundtable history                          开过的和没开完的会
  roundtable doctor [--json] [--strict]       看看这台机器上有哪些声音可用，不花 token
  roundtable config [set KEY VALUE|unset KEY|key NAME|path]   每个设置的值和出处；存密钥
  roundtable personas list|show ID|check PATH|new NAME

选项
  --topic T        议题，原样使用
  --with A,B       与会者，按此顺序就座；每位可写 名字:声音
  --rounds N       讨论轮次，默认 2，最多 20
  --provider P     声音：claude、codex、gemini、opencode、qwen、deepseek、moonshot、dashscope、glm、openai、
                   anthropic、openrouter、local、ollama……（可接 /模型）；rehearsal（排练，无模型）、manual（手工粘贴）、
                   script:FILE（照本宣科）。有哪些可用：roundtable doctor
  --model M        模型
  --lang zh|en     会议的语言，默认随议题
  --ui-lang zh|en  界面的语言，默认随系统
  --out DIR        会议文件夹放在哪里，默认 transcripts
  --auto           停顿处不等待
  --fallback S:P   没有人在场时，席位 S 的声音失败就换成 P；只写 P 则对每一席
  --skip-missing   没有人在场时，声音失败的那次发言略过，会议继续
  --budget-tokens N、--budget-usd X   用量到了上限就进入结语
  --trust-user-config   让 agent 读你自己的设置（代理、密钥助手）；工具仍然关闭
  --lineup NAME    用存过的阵容
  --json           每行一个事件；--plain 纯文本；--reader 给读屏软件的纯文本
  --dry-run        只列顺序和提示词，不问任何人
  --strict         doctor：默认声音有一项未验证就退出 1
  --seed N         排练的随机种子
  --protocol P     会议的种类：roundtable（默认）、board（私董会）、review（评审）、council（工程委员会）
  --moderator M    私董会由谁主持：在座的一位，或 facilitator（专职）；默认第一位
  --sequential     私董会每轮依次发言，默认同时
  --events board   和 --json 一起：只输出私董会的五种事件；会议结束时有一条 board_concluded，暂停时没有
  --serve PORT     私董会：在本机开一个 WebSocket，供别的前端跟进和发言；0 为任意端口
  --agents R:P,…   评审的角色和声音，2 到 6 个（--max-agents 可到 12），如 builder:codex,critic:claude/opus。
                   角色：builder、critic、user-advocate、business-analyst、architect、security-reliability，或自己的
                   configs/roles/名.yaml；不写则 builder、critic、architect
  --judge P        评审的裁判用哪个声音，默认用默认的声音
  --brief-file F、--material F   评审的说明和材料，可重复，最多各 20 份（--max-materials）；每份最多 24 KiB 进入提示词
  --allow-sensitive-materials    像密钥的内容也照样交出去
  --max-rounds N、--timeout-ms N 评审的轮数上限（默认 5，可到 10）；每次发言的时限（默认 1800000）
  --accept-gaps    评审：有角色缺席也出最终报告（resume 时也可用）
                   评审不分 create、round、synthesize：review 一路开到裁决，停下的用 resume 接着开
  --members A,B    工程委员会的成员，可写 名字:声音；有谁：roundtable personas list
  --council-topic K  工程委员会的主题，如 optimization-decision；不写则按锚点词，一个都没有时问一次模型
  --duo、--triad   两位对立的成员（默认）、三位
  --no-debate      工程委员会不要反驳那一轮；--debate 照旧要
  --discover、--no-discover   要不要看仓库：默认在仓库里、问题又提到具体的文件或模块时才看，由程序选取文件
  --repo DIR       看哪个文件夹，默认当前所在的仓库
  --debug          出错时显示详情
  --version        版本
  --help           这份说明

会议中可以随时输入（中英文均可，也可加 /）
  继续 · 进入结语 · 结束会议 · 跳过结语，直接结束 · 再来一轮 · 提醒 · 跳过 · 重试 · 暂停
  其余的话原样转给每位与会者。

ROUNDTABLE_HOME 是设置和自己的人物所在的文件夹，默认 ~/.roundtable。
退出码：0 已结束，1 失败，2 用法不对，3 已暂停可续，70 程序自身的错。
`

const en = `
Roundtable: a few personas hold a meeting on your question. The chair is a program: it neither judges nor steers, it relays
word for word, and its record can be checked.

Usage
  roundtable                                  a new meeting
  roundtable "have Marx and Mao discuss whether AI will replace programmers, 2 rounds"
  roundtable meet --topic T --with Marx,Mao [options]
  roundtable "@board:elon_musk,jeff_bezos,allenzhang TOPIC"   a board; @board alone seats the default one
  roundtable review --topic T [--brief-file F] [--material F]... [--agents ROLE:VOICE,...] [--judge VOICE]   a review
  roundtable "@review:builder:codex,critic:claude TOPIC"      the same; @review alone seats the default roles
  roundtable council "Should we optimize our cache?"          the engineering council; the words of the request choose who sits
  roundtable "@council:knuth,beck REQUEST"                    the same with two or three members of your choice
  roundtable resume [DIR] [--repair]          go on with an unfinished meeting
  roundtable verify DIR                       check the record, claim by claim
  roundtable export DIR [--history|--prompts] write the records again from the ledger
  roundtable history                          past and unfinished meetings
  roundtable doctor [--json] [--strict]       which voices this machine has; spends no token
  roundtable config [set KEY VALUE|unset KEY|key NAME|path]   each setting and where it comes from; keeps keys
  roundtable personas list|show ID|check PATH|new NAME

Options
  --topic T        the topic, used as it is
  --with A,B       participants, seated in this order; each may be name:voice
  --rounds N       rounds of discussion, 2 by default, 20 at most
  --provider P     voice: claude, codex, gemini, opencode, qwen, deepseek, moonshot, dashscope, glm, openai, anthropic,
                   openrouter, local, ollama ... (each may be followed by /MODEL); rehearsal (no model), manual (paste by
                   hand), script:FILE (as written). Which are there: roundtable doctor
  --model M        model
  --lang zh|en     language of the meeting; follows the topic
  --ui-lang zh|en  language of the interface; follows the system
  --out DIR        where meetings get their folders, default transcripts
  --auto           do not wait at pauses
  --fallback S:P   without a person: voice P takes over seat S when its own fails; P alone: any seat
  --skip-missing   without a person: a turn whose voice fails is left out, and the meeting goes on
  --budget-tokens N, --budget-usd X   lead the meeting into its closing once this much is used
  --trust-user-config   agents read your own settings (a proxy, a key helper); tools stay off
  --lineup NAME    a saved line-up
  --json           one event a line; --plain: plain text; --reader: plain lines for screen readers
  --dry-run        order and prompts only; nobody is asked
  --strict         doctor: exit 1 unless the default voice is verified in all
  --seed N         random seed of a rehearsal
  --protocol P     kind of meeting: roundtable (default), board, review, council
  --moderator M    who moderates a board: one of those seated, or facilitator; the first by default
  --sequential     experts of a board speak one after the other; by default at once
  --events board   with --json: the five events of a board only; board_concluded comes when it ends, not when it pauses
  --serve PORT     a board: a WebSocket on this machine for other front ends to follow and join; 0: any port
  --agents R:P,... roles of a review and their voices, 2 to 6 (--max-agents: up to 12), as in builder:codex,critic:claude/opus.
                   Roles: builder, critic, user-advocate, business-analyst, architect, security-reliability, or your own
                   configs/roles/NAME.yaml; builder, critic and architect by default
  --judge P        voice of the judge of a review; the default voice by default
  --brief-file F, --material F   what a review is about and what it judges; repeatable, 20 of each at most
                   (--max-materials); 24 KiB of each go into a prompt
  --allow-sensitive-materials    hand over what looks like a key all the same
  --max-rounds N, --timeout-ms N most rounds of a review (5; up to 10); milliseconds of a turn (1800000)
  --accept-gaps    a review: a final report although roles are missing (with resume, too)
                   There is no create, round or synthesize: review goes on to the verdict, resume takes up what paused
  --members A,B    members of the council, each may be name:voice; who there is: roundtable personas list
  --council-topic K  topic of the council, such as optimization-decision; else anchor words decide, and a model if none is there
  --duo, --triad   two members who oppose each other (default), or three
  --no-debate      a council without the round of rebuttals; --debate: with it, whatever the settings say
  --discover, --no-discover   look into the repository or not; by default only inside one, when the request speaks of
                   something that is there; the program picks the files
  --repo DIR       the folder to look into, by default the repository you are in
  --debug          details when something fails
  --version        the version
  --help           this text

In a meeting you can type at any moment (Chinese or English, with or without /)
  continue · close · end the meeting · skip closing · one more round · remind · skip · retry · pause
  Anything else goes to every participant as you wrote it.

ROUNDTABLE_HOME is the folder of settings and your own personas, ~/.roundtable by default.
Exit codes: 0 closed, 1 failed, 2 usage, 3 paused and resumable, 70 our own bug.
`

export const helpText: Readonly<Record<Lang, string>> = {zh: zh.trim(), en: en.trim()}
