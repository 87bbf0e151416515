import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'

/** Four experts of a folder's own, so that no test hangs on what the built-in ones are called or say. */
export const experts: Readonly<Record<string, string>> = {
  ada: 'name: ada\ndisplay_name: 艾达\naliases: [阿达]\navatar: 🧮\ncolor: cyan\npersona: 先写程序，再谈机器。\nlang: zh\n',
  grace: 'name: grace\ndisplay_name: 格蕾丝\navatar: 🚢\ncolor: blue\npersona: 先做，再请求原谅。\nlang: zh\n',
  linus:
    'name: linus\ndisplay_name: 林纳斯\naliases: [Linus T]\navatar: 🐧\ncolor: yellow\npersona: 话不多说，看代码。\nlang: zh\n',
  edsger: 'name: edsger\npersona: Testing shows the presence of bugs.\nlang: zh\n',
}

export const decision = {
  advice: '先做一个小的。',
  views: [
    {who: '格蕾丝', view: '先做'},
    {who: '林纳斯', view: '看代码'},
  ],
  consensus: ['要小'],
  dissent: ['要不要快'],
  actions: ['写一页', '找三个人试'],
}

type Turn = {
  readonly who?: string
  readonly text?: string
  readonly everyMs?: number
  readonly chunk?: number
  readonly fail?: unknown
}

/** A script for a board that `moderator` leads: each speech names its seat and its number. */
export function boardScript({
  moderator,
  speakers,
  rounds,
  everyMs = 0,
}: {
  moderator: string
  speakers: readonly string[]
  rounds: number
  everyMs?: number
}): string {
  const turns: Turn[] = [{who: moderator, text: `${moderator} 开场。`}]
  for (let round = 1; round <= rounds; round++) {
    for (const who of speakers) turns.push({who, text: `${who} 第 ${round} 轮。`, everyMs})
    // Data for a summary and for a decision, so that a board may be stopped anywhere.
    turns.push({who: moderator, text: JSON.stringify({content: `第 ${round} 轮小结。`, continue: round < rounds, ...decision})})
  }
  turns.push({who: moderator, text: JSON.stringify(decision)})
  return JSON.stringify({turns})
}

/** A folder of its own with the experts in it, and whatever else a test puts there. */
export function boardPlace(more: Readonly<Record<string, string>> = {}) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-board-')))
  const write = (name: string, text: string) => {
    const path = join(cwd, name)
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, text)
    return path
  }
  for (const [id, yaml] of Object.entries(experts)) write(`configs/experts/${id}.yaml`, yaml)
  write(
    'configs/experts/private_board.yaml',
    'name: private_board\ndisplay_name: 自己的会\nexperts: [ada, grace, linus, edsger]\n',
  )
  for (const [name, text] of Object.entries(more)) write(name, text)
  return {cwd, write, remove: () => rmSync(cwd, {recursive: true, force: true})}
}
