import {existsSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {beforeAll, describe, expect, it} from 'vitest'
import {type Disk, nodeDisk} from '../../source/runtime/disk/disk.ts'
import {LOCK_NAME, type Lock, takeLock} from '../../source/runtime/lock.ts'
import {fateOf, type Here, type Owner, parseOwner, startInPs, startInStat, thisProcess} from '../../source/runtime/lock-owner.ts'
import {buildChild, type Child, startChild} from './disk/children.ts'
import {FAILURES, faultyDisk} from './disk/faulty-disk.ts'
import {emptyFolder, keptFolder} from './disk/room.ts'

const here = thisProcess()
/** Nobody has this pid: it is above the most that Linux ever gives. */
const DEAD: Owner = {...here.self, pid: 4_194_305, token: 'dead000000000000'}
const plant = (folder: string, owner: Owner, name = LOCK_NAME) => writeFileSync(join(folder, name), `${JSON.stringify(owner)}\n`)
const take = (folder: string, {disk = nodeDisk, as = thisProcess()}: {disk?: Disk; as?: Here} = {}) =>
  takeLock({disk, folder, here: as})
const lockOf = (taken: ReturnType<typeof take>): Lock => ('ok' in taken ? taken.ok : expect.fail(JSON.stringify(taken.fault)))
const ownerIn = (folder: string) => parseOwner(readFileSync(join(folder, LOCK_NAME)))

describe('the lock of a meeting', () => {
  it('names its owner while it is held and leaves nothing when it is released', () => {
    const folder = emptyFolder()
    const lock = lockOf(take(folder, {as: here}))
    expect(ownerIn(folder)).toEqual(here.self)
    expect(ownerIn(folder)?.pid).toBe(process.pid)
    lock.release()
    lock.release()
    expect(readdirSync(folder)).toEqual([])
    lockOf(take(folder, {as: here})).release()
  })

  it('is refused to a second taker, in the same process too, and says who holds it', () => {
    const folder = emptyFolder()
    lockOf(take(folder, {as: here}))
    const path = join(folder, LOCK_NAME)
    expect(take(folder)).toEqual({fault: {code: 'held', path, owner: here.self, outOfSight: false}})
    expect(readdirSync(folder)).toEqual([LOCK_NAME])
  })

  it('does not age: a laptop that slept for a year still holds it', () => {
    const folder = emptyFolder()
    const lock = lockOf(take(folder))
    utimesSync(lock.path, new Date(0), new Date(0))
    expect(take(folder)).toMatchObject({fault: {code: 'held'}})
    lock.release()
    expect(existsSync(lock.path)).toBe(false)
  })

  it('of a dead owner is taken over, and tells from whom', () => {
    const folder = emptyFolder()
    plant(folder, DEAD)
    expect(lockOf(take(folder, {as: here})).takenOverFrom).toEqual(DEAD)
    expect(ownerIn(folder)).toEqual(here.self)
    expect(readdirSync(folder)).toEqual([LOCK_NAME])
  })

  it('of a dead owner is taken over although others died while they took it over', () => {
    const folder = emptyFolder()
    const second = {...DEAD, token: 'dead000000000001'}
    plant(folder, DEAD)
    plant(folder, second, `${LOCK_NAME}.after-${DEAD.token}`)
    plant(folder, {...DEAD, token: 'dead000000000002'}, `${LOCK_NAME}.after-${second.token}`)
    plant(folder, {...DEAD, token: 'dead000000000003'}, `${LOCK_NAME}.by-dead000000000003`)
    expect(lockOf(take(folder)).takenOverFrom).toEqual(DEAD)
    expect(readdirSync(folder)).toEqual([LOCK_NAME])
  })

  it('is left to the one who is just taking it over', () => {
    const folder = emptyFolder()
    const other = {...here.self, token: 'abcd000000000000'}
    plant(folder, DEAD)
    plant(folder, other, `${LOCK_NAME}.after-${DEAD.token}`)
    expect(take(folder)).toMatchObject({fault: {code: 'held', owner: other}})
  })

  it('is not taken over by one who judged an earlier owner dead', () => {
    const folder = emptyFolder()
    plant(folder, DEAD)
    const winner = {...here.self, token: 'abcd000000000000'}
    let looks = 0
    // Between the look that found a dead owner and the take-over, somebody else is through with both.
    const link: Disk['link'] = (from, to) => {
      if (to.includes('.after-') && looks++ === 0) plant(folder, winner)
      nodeDisk.link(from, to)
    }
    expect(take(folder, {disk: {...nodeDisk, link}})).toMatchObject({fault: {code: 'held', owner: winner}})
    expect(looks).toBe(1)
    expect(ownerIn(folder)).toEqual(winner)
    expect(readdirSync(folder)).toEqual([LOCK_NAME])
  })

  it('is taken when it is released just while somebody looks who holds it', () => {
    const folder = emptyFolder()
    plant(folder, {...here.self, token: 'abcd000000000000'})
    const open: Disk['open'] = (path, flags, mode) => {
      if (path.endsWith(LOCK_NAME)) rmSync(path, {force: true})
      return nodeDisk.open(path, flags, mode)
    }
    lockOf(take(folder, {disk: {...nodeDisk, open}, as: here}))
    expect(ownerIn(folder)).toEqual(here.self)
  })

  it('of nobody we know is refused, not guessed at', () => {
    for (const bytes of ['', '\0\0\0\0', '{}', 'pid 7', JSON.stringify({...here.self, token: '../../x'})]) {
      const folder = emptyFolder()
      writeFileSync(join(folder, LOCK_NAME), bytes)
      expect(take(folder)).toEqual({fault: {code: 'held', path: join(folder, LOCK_NAME), outOfSight: false}})
      expect(readFileSync(join(folder, LOCK_NAME), 'utf8')).toBe(bytes)
    }
  })

  it('of another machine is refused, and the fault says that it cannot be seen from here', () => {
    const folder = emptyFolder()
    plant(folder, {...DEAD, host: 'elsewhere', boot: 'b'})
    expect(take(folder)).toMatchObject({fault: {code: 'held', owner: {host: 'elsewhere'}, outOfSight: true}})
  })

  it('is not released by one who lost it to the person deleting it and another taking it', () => {
    const folder = emptyFolder()
    const lock = lockOf(take(folder))
    const next = {...here.self, token: 'abcd000000000000'}
    plant(folder, next)
    lock.release()
    expect(ownerIn(folder)).toEqual(next)
  })

  it('is refused through a link, and what the link points to stays', () => {
    const folder = emptyFolder()
    const victim = join(folder, 'victim')
    writeFileSync(victim, `${JSON.stringify(DEAD)}\n`)
    symlinkSync('victim', join(folder, LOCK_NAME))
    expect(take(folder)).toMatchObject({fault: {code: 'disk', disk: {code: 'symlink'}}})
    expect(readFileSync(victim, 'utf8')).toBe(`${JSON.stringify(DEAD)}\n`)
  })

  it('works on a file system without hard links', () => {
    const link = () => {
      throw Object.assign(new Error('EPERM'), {code: 'EPERM', syscall: 'link'})
    }
    const disk = {...nodeDisk, link}
    const folder = emptyFolder()
    plant(folder, DEAD)
    const lock = lockOf(take(folder, {disk, as: here}))
    expect(take(folder, {disk})).toMatchObject({fault: {code: 'held', owner: here.self}})
    lock.release()
    expect(readdirSync(folder)).toEqual([])
  })

  it.each(FAILURES)('is ours or not, never a throw, when call n fails: %s', failure => {
    for (const planted of [undefined, DEAD]) {
      for (let at = 1, quiet = 0; quiet < 6; at++) {
        const folder = emptyFolder()
        if (planted) plant(folder, planted)
        const {disk, fired} = faultyDisk({at, failure})
        const taken = take(folder, {disk, as: here})
        quiet = fired() ? 0 : quiet + 1
        if ('ok' in taken) expect(ownerIn(folder)).toEqual(here.self)
        else if (taken.fault.code === 'disk') expect(fired()).toBe(true)
        if ('fault' in taken && existsSync(join(folder, LOCK_NAME))) expect(ownerIn(folder)).toEqual(planted)
        if ('ok' in taken) rmSync(taken.ok.path)
        lockOf(take(folder)).release()
      }
    }
  })
})

describe('whether an owner lives', () => {
  const self: Owner = {pid: 10, started: '100', host: 'here', boot: 'b1', space: 's1', token: '0'.repeat(16)}
  const seen = (startOf: ReturnType<Here['startOf']>, own = self): Here => ({self: own, startOf: () => startOf})
  const nowhere = {...self, boot: '', space: ''}
  const cases: readonly (readonly [claim: string, owner: Owner, here: Here, fate: string])[] = [
    ['the same pid and start: lives', self, seen({started: '100'}), 'lives'],
    ['a pid given to another process: gone', self, seen({started: '200'}), 'gone'],
    ['no such pid: gone', self, seen('gone'), 'gone'],
    ['a pid of which nothing is told: lives', self, seen('unknown'), 'lives'],
    ['a renamed machine is the same machine', {...self, host: 'before'}, seen('gone'), 'gone'],
    ['another boot of this machine: gone', {...self, boot: 'b0'}, seen({started: '100'}), 'gone'],
    ['another container of this kernel: out of sight', {...self, space: 's2'}, seen('gone'), 'out-of-sight'],
    ['another machine: out of sight', {...self, host: 'there', boot: 'b2'}, seen('gone'), 'out-of-sight'],
    ['without a boot id, the same host: looked up', nowhere, seen({started: '200'}, nowhere), 'gone'],
    ['without a boot id, another host: out of sight', {...nowhere, host: 'there'}, seen('gone', nowhere), 'out-of-sight'],
    ['an owner whose start was never known: lives', {...nowhere, started: ''}, seen({started: '200'}, nowhere), 'lives'],
  ]
  it.each(cases)('%s', (_, owner, from, fate) => expect(fateOf(owner, from)).toBe(fate))

  it('is seen of this very process', () => {
    expect(here.startOf(process.pid)).toEqual({started: here.self.started})
    expect(here.self.started).not.toBe('')
    expect(here.startOf(DEAD.pid)).toBe('gone')
  })

  it('is read from a process whose name is full of brackets, and not of a zombie', () => {
    const rest = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 7777 20'
    expect(startInStat(`42 (a) b) S) S ${rest}`)).toEqual({started: '7777'})
    expect(startInStat(`42 (node) Z ${rest}`)).toBe('gone')
    expect(startInPs('Ss   Sun Mar  1 09:05:00 2026\n')).toEqual({started: 'Sun Mar  1 09:05:00 2026'})
    expect(startInPs('Z+   Sun Mar  1 09:05:00 2026\n')).toBe('gone')
    expect(startInPs('\n')).toBe('unknown')
  })
})

describe('several processes', () => {
  let program = ''
  const home = keptFolder()
  beforeAll(async () => {
    program = await buildChild(new URL('./lock-child.ts', import.meta.url), home)
  })
  const start = (folder: string) => startChild([process.execPath, program, folder])
  const tell = (child: Child) => child.process.stdin?.write('go\n')
  const verdict = (child: Child) => child.line(/^(won|lost)/)

  it('that race for a free lock and for a dead owner’s: exactly one has it, the others say who', async () => {
    for (const planted of [undefined, DEAD]) {
      const folder = emptyFolder()
      if (planted) plant(folder, planted)
      const children = Array.from({length: 6}, () => start(folder))
      await Promise.all(children.map(child => child.line(/^ready$/)))
      for (const child of children) tell(child)
      const verdicts = await Promise.all(children.map(verdict))
      expect(verdicts.filter(text => text === 'won')).toHaveLength(1)
      const pids = children.map(child => child.process.pid)
      for (const text of verdicts.filter(text => text !== 'won')) {
        const {fault} = {fault: JSON.parse(text.slice('lost '.length))}
        expect(fault).toMatchObject({code: 'held', outOfSight: false})
        expect(pids).toContain(fault.owner.pid)
      }
      const winner = children[verdicts.indexOf('won')]
      expect(ownerIn(folder)?.pid).toBe(winner?.process.pid)
      for (const child of children) child.process.stdin?.end()
      await Promise.all(children.map(child => child.ended))
      expect(readdirSync(folder)).toEqual([])
    }
  })

  it('of which one was killed or sleeps: the dead one’s lock is taken over, the sleeping one’s is not', async () => {
    const folder = emptyFolder()
    const first = start(folder)
    await first.line(/^ready$/)
    tell(first)
    expect(await verdict(first)).toBe('won')
    first.process.kill('SIGSTOP')
    utimesSync(join(folder, LOCK_NAME), new Date(0), new Date(0))
    expect(take(folder)).toMatchObject({fault: {code: 'held', owner: {pid: first.process.pid}}})
    first.process.kill('SIGKILL')
    await first.ended
    expect(lockOf(take(folder)).takenOverFrom?.pid).toBe(first.process.pid)
  })
})
