/**
 * The file that `personas new` writes. Slots: {id}, {quoted} (fit for YAML's quotation marks), {shown}; {topic}, {prev} and {quote} stay
 * as they are.
 */
export const personaTemplates = {
  zh: `---
name: {id}
# 什么时候请这个人入席；一两句话。
description: "以{quoted}的视角参加圆桌会议。"
roundtable:
  display_name: "{quoted}"
  # 别人还会怎么称呼，例如 [Marx, 卡尔·马克思]
  aliases: []
  # 参会名单上的一句话身份
  title: ""
  lang: zh
  # 写完并确认可以逐句朗读之后，改成 true，才能参加排练
  rehearsal: false
---

# {shown}

<!-- 全文用第一人称。每一条都是单独念出来也成立的完整句子。只转述公开的思想，不编造引文。6 到 9 KB 最合适。 -->

## 身份

<!-- 我是谁，从哪里看问题。开场时会用一句。 -->

-

## 心智模型

<!-- 三到五个，每个一个三级标题。关键词决定什么议题用得上；其余各条依次在各轮说出。落到议题一条要含有 {topic}。 -->

### 模型一

- 关键词：
- 主张：
- 理由：
- 例子：
- 落到议题：{topic}
- 局限：

## 决策启发式

<!-- 我做决定的规矩，每条一句。 -->

-

## 典型立场

<!-- 我一贯站在哪一边，每条一句；结语会重提。 -->

-

## 反驳

<!-- 格式是 听到的词、另一个词：我的一句反驳。 -->

-

## 追问

<!-- 我会问别人什么，每条一个问题。 -->

-

## 表达

<!-- 说话的方式。可以用 {topic}、{prev}（上一位的名字）、{quote}（上一位的原话）。 -->

- 开场：
- 回应：
- 结语：

## 诚实边界

<!-- 哪些事我不知道、不代表、说不准。不会念出来。 -->

-

## 来源

<!-- 书名或文章、年份、章节或页码、链接。不会念出来。 -->

-
`,
  en: `---
name: {id}
# When to seat this person; a sentence or two.
description: "Takes part in a roundtable from the point of view of {quoted}."
roundtable:
  display_name: "{quoted}"
  # What else people may call them, such as [Marx, Karl Marx]
  aliases: []
  # One line of identity for the list of participants
  title: ""
  lang: en
  # Change to true once every line may be read aloud as it stands; only then can it rehearse
  rehearsal: false
---

# {shown}

<!-- First person throughout. Each bullet is a whole sentence that makes sense when spoken alone. Paraphrase documented thinking, invent no quotations. 6 to 9 KB serve best. -->

## Identity

<!-- Who I am and where I look from. The opening uses one sentence. -->

-

## Mental models

<!-- Three to five, a level-3 heading each. Keywords decide which topics call for it; the other lines are spent one after another over the rounds. The line "Applied" holds {topic}. -->

### First model

- Keywords:
- Claim:
- Reason:
- Example:
- Applied: {topic}
- Limits:

## Heuristics

<!-- The rules I decide by, one sentence each. -->

-

## Positions

<!-- Where I always stand, one sentence each; the closing comes back to them. -->

-

## Pushback

<!-- The form is: a word I hear, another word: the sentence I answer with. -->

-

## Questions

<!-- What I ask others, one question each. -->

-

## Expression

<!-- How I speak. You may use {topic}, {prev} (name of the previous speaker) and {quote} (their own words). -->

- Opening:
- Response:
- Closing:

## Honest limits

<!-- What I do not know, do not stand for, cannot tell. Never spoken. -->

-

## Sources

<!-- Book or article, year, chapter or page, link. Never spoken. -->

-
`,
} as const
