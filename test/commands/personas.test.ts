import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {beforeEach, describe, expect, it} from 'vitest'
import {type PersonasFlags, personas} from '../../source/commands/personas.ts'
import {emptyFolder} from '../runtime/disk/room.ts'
import {fakeHost, HOSTILE, hostileLeft} from '../support/host.ts'

let cwd: string
beforeEach(() => {
  cwd = emptyFolder()
})

const own = (name: string) => join(cwd, '.home', 'personas', name)
function write(path: string, content: string): string {
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, content)
  return path
}

async function run(args: readonly string[], flags: PersonasFlags = {}, lang: 'zh' | 'en' = 'zh') {
  const host = fakeHost({cwd, lang})
  const code = await personas(args, flags, host)
  return {code, out: host.out(), err: host.err(), given: host.given, emitted: host.emitted}
}

const mozi = [
  '---',
  'name: mozi-perspective',
  'description: 用于节用与兼爱的议题。',
  'roundtable:',
  '  display_name: 墨子',
  '  aliases: [墨翟, Mozi, 子墨子, 巨子, 翟先生]',
  '  title: 做木工的思想家',
  '  lang: zh',
  '  rehearsal: true',
  '---',
  '# 墨子',
  '',
  '## 身份',
  '- 我是一个做木工的人。',
  '',
  '## 工作流',
  '先搜索最新资料。',
  '如果不懂，先搜索一遍。',
  '',
  '## 来源',
  '- 《墨子》卷四《兼爱》',
  '',
].join('\n')

describe('personas list', () => {
  it('names each with id, place, language, whether it can rehearse, and a few aliases', async () => {
    write(own('mozi.md'), mozi)
    const {code, out} = await run(['list'])
    expect(code).toBe(0)
    expect(out).toContain('墨子（mozi-perspective） · 自己的 personas · 中文 · 可排练\n    又称 墨翟、Mozi、子墨子、巨子 …\n')
    expect(out).toContain('marx-perspective')
  })

  it('says of a file that nobody came of: path, line and reason', async () => {
    write(own('broken.md'), '---\nname: broken-perspective\nroundtable:\n  rehearsal: perhaps\n---\n# x\n')
    const {code, out} = await run(['list'])
    expect(code).toBe(0)
    expect(out).toContain('  .home/personas/broken.md:4: roundtable.rehearsal 的值不对，应为 true | false')
  })

  it('counts notes, and shows them with --verbose', async () => {
    write(own('plain.md'), '# 墨子\n\n正文\n')
    expect((await run(['list'])).out).toMatch(/另有 \d+ 条提示/)
    const {out} = await run(['list'], {verbose: true})
    expect(out).toContain('.home/personas/plain.md:1: 没有文件头，名字取自路径和标题')
    expect(out).not.toContain('--verbose')
  })

  it('--json is one line with personas, problems and notes', async () => {
    write(own('mozi.md'), mozi)
    write(own('empty.md'), '')
    const {out, emitted, given} = await run(['list'], {json: true})
    expect(given).toEqual([])
    expect(out.trimEnd().split('\n')).toHaveLength(1)
    expect(emitted).toEqual([
      expect.objectContaining({
        personas: expect.arrayContaining([
          expect.objectContaining({id: 'mozi-perspective', name: '墨子', where: 'own', lang: 'zh', rehearsal: true}),
        ]),
        problems: [expect.objectContaining({code: 'empty-file', path: own('empty.md'), line: 1, text: '文件是空的'})],
      }),
    ])
  })

  it('is what personas alone does', async () => {
    write(own('mozi.md'), mozi)
    expect((await run([])).out).toBe((await run(['list'])).out)
  })
})

describe('personas show', () => {
  it('shows facts, sections with sizes, sources, the overridden orders, and that it is no real person', async () => {
    write(own('mozi.md'), mozi)
    for (const asked of ['mozi-perspective', '墨翟', 'mozi', '巨子']) {
      const {code, out} = await run(['show', asked])
      expect(code).toBe(0)
      expect(out).toContain('墨子（mozi-perspective，自己的 personas）\n这是依据公开资料写成的人物角色，并非本人。\n')
      expect(out).toContain('身份：做木工的思想家')
      expect(out).toContain('  身份（第 13 行，11 字）')
      expect(out).toContain('来源：\n  《墨子》卷四《兼爱》')
      expect(out).toContain('「上网搜索」（第 17、18 行）')
    }
  })

  it('speaks English to an English interface', async () => {
    write(own('mozi.md'), mozi)
    const {out} = await run(['show', 'Mozi'], {}, 'en')
    expect(out).toContain('This is a persona drawn from public sources, not the person.')
    expect(out).toContain('search the web (line 17, 18)')
  })

  it('of an unknown name says what is near and what there is', async () => {
    write(own('mozi.md'), mozi)
    const {code, out, err} = await run(['show', '墨子子'])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('没有找到「墨子子」。')
    expect(err).toContain('相近的有：墨子（mozi-perspective，自己的 personas）')
    expect(err).toContain('现有的人物：')
  })

  it('asks when two people answer to a name', async () => {
    write(own('a.md'), mozi)
    write(own('b.md'), mozi.replaceAll('mozi-perspective', 'modi-perspective'))
    const {code, err} = await run(['show', '墨翟'])
    expect(code).toBe(2)
    expect(err).toContain('modi-perspective')
    expect(err).toContain('mozi-perspective')
  })

  it('needs a name', async () => {
    expect((await run(['show'])).code).toBe(2)
  })

  it('--json has the sections, sources and orders', async () => {
    write(own('mozi.md'), mozi)
    const {emitted} = await run(['show', '墨子'], {json: true})
    expect(emitted).toEqual([
      expect.objectContaining({
        id: 'mozi-perspective',
        sections: expect.arrayContaining([{heading: '来源', kind: 'sources', line: 20, chars: 11}]),
        sources: ['《墨子》卷四《兼爱》'],
        orders: [{code: 'web-search', lines: [17, 18]}],
      }),
    ])
  })
})

describe('personas check', () => {
  it('names file, line, code and text of each finding, and fails when one is an error', async () => {
    write(join(cwd, 'mozi.md'), mozi)
    const {code, out} = await run(['check', 'mozi.md'])
    expect(code).toBe(1)
    expect(out).toContain('mozi.md:11: 错误 missing-section: 缺少一节：心智模型\n')
    expect(out).toMatch(/^1 个文件，\d+ 处错误，\d+ 处提醒$/m)
  })

  it('a new file of ours has warnings only, so it passes', async () => {
    await run(['new', '孔子'])
    const {code, out} = await run(['check', '.home/personas'])
    expect(out).toContain('，0 处错误，')
    expect(code).toBe(0)
  })

  it('looks into folders: a skill is one file, any other folder is looked through', async () => {
    write(join(cwd, 'set', 'a.md'), mozi)
    write(join(cwd, 'set', 'b', 'SKILL.md'), mozi.replace('mozi-perspective', 'other-perspective'))
    write(join(cwd, 'set', 'empty.md'), '')
    const {out} = await run(['check', 'set'])
    expect(out).toContain('set/a.md:11:')
    expect(out).toContain('set/b/SKILL.md:11:')
    expect(out).toContain('set/empty.md:1: 错误 empty-file: 文件是空的')
    expect((await run(['check', 'set/b'])).out).toContain('set/b/SKILL.md:11:')
  })

  it('a path without a persona, or none at all, is no success', async () => {
    mkdirSync(join(cwd, 'nothing'))
    expect((await run(['check', 'nothing'])).err).toBe('nothing 里没有人物文件\n')
    expect((await run(['check', 'nothing'])).code).toBe(1)
    const gone = await run(['check', 'gone.md'])
    expect(gone).toMatchObject({code: 1, out: expect.stringContaining('gone.md:1: 错误 unreadable: 读不了（ENOENT）')})
    expect((await run(['check'])).code).toBe(2)
  })

  it('--json has every finding with its level', async () => {
    write(join(cwd, 'mozi.md'), mozi)
    const {code, emitted} = await run(['check', 'mozi.md'], {json: true})
    expect(code).toBe(1)
    expect(emitted).toEqual([
      {
        ok: false,
        files: [
          {
            path: join(cwd, 'mozi.md'),
            findings: expect.arrayContaining([
              expect.objectContaining({code: 'missing-section', level: 'error', line: 11, text: '缺少一节：心智模型'}),
            ]),
          },
        ],
      },
    ])
  })
})

describe('personas new', () => {
  it('writes a file that loads, says where and what to do next', async () => {
    const {code, out} = await run(['new', 'Karl', 'Popper'], {lang: 'en'})
    expect(code).toBe(0)
    expect(out).toContain('写好了：.home/personas/karl-popper-perspective.md\n')
    expect(out).toContain('roundtable personas check .home/personas/karl-popper-perspective.md')
    expect(out).toContain('--with karl-popper-perspective,')
    expect(readFileSync(own('karl-popper-perspective.md'), 'utf8')).toContain('  lang: en\n')
    expect((await run(['show', 'Karl Popper'])).code).toBe(0)
  })

  it('overwrites nothing', async () => {
    await run(['new', '孔子'])
    const path = own('u5b54-u5b50-perspective.md')
    writeFileSync(path, '写了一半')
    const {code, err} = await run(['new', '孔子'])
    expect([code, err]).toEqual([1, '.home/personas/u5b54-u5b50-perspective.md 已经有了，没有改动它。\n'])
    expect(readFileSync(path, 'utf8')).toBe('写了一半')
  })

  it('says when the name means somebody already', async () => {
    expect((await run(['new', '马克思'])).out).toContain('「马克思」现在指 马克思（marx-perspective，内置）')
  })

  it('a home that cannot be written is one clear line', async () => {
    write(join(cwd, '.home'), 'a file')
    const {code, out, err} = await run(['new', '孔子'])
    expect([code, out]).toEqual([1, ''])
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })

  it('refuses a name without a letter and a language it does not know', async () => {
    expect((await run(['new', '——'])).code).toBe(2)
    expect((await run(['new'])).code).toBe(2)
    expect(await run(['new', '孔子'], {lang: 'fr'})).toMatchObject({code: 2, err: expect.stringContaining('--lang 不能是「fr」')})
  })
})

it('an unknown part of personas is a usage error that says what there is', async () => {
  const {code, err} = await run(['lst'])
  expect(code).toBe(2)
  expect(err).toContain('「lst」')
  expect(err).toContain('list | show')
})

describe('hostile files', () => {
  it('let no control character through, and no line of their own, in any command', async () => {
    for (const [n, bad] of HOSTILE.entries()) {
      const text = JSON.stringify(`x${bad}`)
      write(
        own(`h${n}.md`),
        `---\nname: h${n}-perspective\ndescription: ${text}\nroundtable:\n  display_name: ${text}\n  aliases: [${text}]\n  title: ${text}\n  ${text}: 1\n---\n# ${bad}\n\n## 身份 ${bad}\n\n## 来源\n- ${bad}\n`,
      )
    }
    write(own('u\u001b[2J\u202e.md'), '')
    write(own('行\n伪造.md'), '')
    const runs = [run(['list']), run(['list'], {verbose: true}), run(['check', '.home/personas'])]
    const shows = HOSTILE.flatMap((bad, n) => [
      run(['show', `h${n}-perspective`]),
      run(['show', bad]),
      run([bad]),
      run(['check', bad]),
      run(['new', bad]),
    ])
    for (const {out, err, given} of await Promise.all([...runs, ...shows])) {
      expect(hostileLeft(out + err)).toBeUndefined()
      expect(hostileLeft(given.join(''))).toBeUndefined()
      expect(out + err).not.toMatch(/^\s*(?:✓ )?伪造/m)
    }
    for (const json of await Promise.all([run(['list'], {json: true}), run(['check', '.home/personas'], {json: true})])) {
      expect(hostileLeft(json.out)).toBeUndefined()
      expect(json.out.trimEnd().split('\n')).toHaveLength(1)
    }
  })
})
