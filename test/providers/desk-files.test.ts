import {chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {CLIPBOARDS, type ClipboardCommand, makeCopy, makeFileDesk} from '../../source/runtime/desk-files.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {contentsOf, emptyFolder} from '../runtime/disk/room.ts'

const relay = (id: string, text: string) => ({who: {id, name: id}, text, first: true})

describe('the file of a relay', () => {
  it('holds its bytes, is numbered on, and goes on numbering after a restart', async () => {
    const folder = emptyFolder()
    const {handOut} = makeFileDesk({disk: nodeDisk, folder})
    expect(await handOut(relay('马克思', '你是马克思\r\n\n请发言 '))).toEqual({
      path: join(folder, 'manual', '01-马克思.md'),
      copied: false,
    })
    await handOut(relay('mao', '二'))
    await makeFileDesk({disk: nodeDisk, folder}).handOut(relay('mao', '三'))
    expect(contentsOf(join(folder, 'manual'))).toEqual({
      '01-马克思.md': '你是马克思\r\n\n请发言 ',
      '02-mao.md': '二',
      '03-mao.md': '三',
    })
  })

  it('no seat leads out of the folder', async () => {
    const folder = emptyFolder()
    const {path} = await makeFileDesk({disk: nodeDisk, folder}).handOut(relay('../../x/\0..', 'a'))
    expect(path).toBe(join(folder, 'manual', '01-x.md'))
    expect((await makeFileDesk({disk: nodeDisk, folder}).handOut(relay('/', 'b'))).path).toBe(
      join(folder, 'manual', '02-seat.md'),
    )
  })

  it.each(['link', 'file'])('a %s in the place of the folder is a fault, and the clipboard is still tried', async kind => {
    const folder = emptyFolder()
    const elsewhere = emptyFolder()
    if (kind === 'link') symlinkSync(elsewhere, join(folder, 'manual'))
    else writeFileSync(join(folder, 'manual'), '')
    const copied: string[] = []
    const handed = await makeFileDesk({disk: nodeDisk, folder, copy: async text => copied.push(text) > 0}).handOut(
      relay('a', '话'),
    )
    expect(handed).toMatchObject({copied: true, fault: {code: kind === 'link' ? 'symlink' : 'not-a-file'}})
    expect(handed.path).toBeUndefined()
    expect(copied).toEqual(['话'])
    expect(contentsOf(elsewhere)).toEqual({})
  })

  it('a clipboard that breaks is no clipboard', async () => {
    const {handOut} = makeFileDesk({disk: nodeDisk, folder: emptyFolder(), copy: () => Promise.reject(new Error('x'))})
    expect(await handOut(relay('a', 'b'))).toMatchObject({copied: false, path: expect.any(String)})
  })
})

describe('the clipboard', () => {
  /** Small real programs that write down what they were given. */
  function programs() {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'bin'))
    const program = (name: string, script: string, more: Partial<ClipboardCommand> = {}): ClipboardCommand => {
      const command = join(folder, 'bin', name)
      writeFileSync(command, `#!/bin/sh\n${script}\n`)
      chmodSync(command, 0o755)
      return {command, args: [], encoding: 'utf8', ...more}
    }
    const got = (name: string) => readFileSync(join(folder, name))
    const env = {PATH: process.env.PATH, OUT: folder, HOME: folder, SECRET: 'key'}
    return {program, got, env, folder}
  }

  it('takes the text on stdin, whole, from the first that ends well; absent and failing ones are passed over', async () => {
    const {program, got, env, folder} = programs()
    const text = `中文 👍\n${'长'.repeat(100_000)}`
    const copy = makeCopy({
      env,
      commands: [
        {command: join(folder, 'absent'), args: [], encoding: 'utf8'},
        program('fails', 'exit 1'),
        program('works', `cat > '${folder}/copied'; env > '${folder}/env'; printf %s "$*" > '${folder}/args'`, {
          args: ['-selection', 'clipboard'],
        }),
        program('late', `touch '${folder}/late'`),
      ],
    })
    expect(await copy(text)).toBe(true)
    expect(got('copied').toString()).toBe(text)
    expect(got('args').toString()).toBe('-selection clipboard')
    expect(got('env').toString()).not.toMatch(/SECRET|OUT=/)
    expect(() => got('late')).toThrow()
  })

  it('one that hangs is given up after a second, and one that leaves a child behind is not waited for', async () => {
    const {program, got, env, folder} = programs()
    const begun = performance.now()
    const copy = makeCopy({
      env,
      commands: [program('hangs', 'exec sleep 30'), program('forks', `cat > '${folder}/copied'; sleep 2 & exit 0`)],
    })
    expect(await copy('话')).toBe(true)
    expect(performance.now() - begun).toBeLessThan(2900)
    expect(got('copied').toString()).toBe('话')
  })

  it('a program that does not read is no broken pipe of ours', async () => {
    const {program, env} = programs()
    expect(await makeCopy({env, commands: [program('deaf', 'exec <&-; exit 1')]})('长'.repeat(500_000))).toBe(false)
  })

  it('the one of Windows is given UTF-16 without a mark, and the one of macOS a UTF-8 locale', async () => {
    const {program, got, env, folder} = programs()
    const clip = CLIPBOARDS.find(({command}) => command === 'clip.exe')
    const pb = CLIPBOARDS.find(({command}) => command === 'pbcopy')
    await makeCopy({
      env,
      commands: [program('clip', `cat > '${folder}/copied'`, {...clip, command: join(folder, 'bin', 'clip')})],
    })('中a')
    expect([...got('copied')]).toEqual([0x2d, 0x4e, 0x61, 0x00])
    const locale = {...env, LC_ALL: 'C'}
    await makeCopy({
      env: locale,
      commands: [program('pb', `env > '${folder}/env'`, {...pb, command: join(folder, 'bin', 'pb')})],
    })('x')
    expect(got('env').toString()).toMatch(/^LC_ALL=en_US\.UTF-8$/m)
  })

  it('where there is none at all nothing happens', async () => {
    expect(await makeCopy({env: {PATH: emptyFolder()}})('x')).toBe(false)
  })
})
