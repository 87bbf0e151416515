import {type ChildProcess, spawn} from 'node:child_process'
import {Socket} from 'node:net'

/**
 * Reads process groups from a pipe and forgets them when it is told to. Once the pipe ends, whatever ended it, the groups that are
 * still listed get TERM, half a second, KILL. POSIX sh, because it has to outlive this program and cost next to nothing.
 */
const script = `
trap '' HUP INT TERM QUIT PIPE
groups=' '
while read -r line; do
  group=\${line#?}
  case $line in
    +*) groups="$groups$group " ;;
    -*) case $groups in *" $group "*) groups="\${groups%% "$group" *} \${groups#* "$group" }" ;; esac ;;
  esac
done
set -- $groups
[ $# -eq 0 ] && exit 0
for group; do kill -TERM "-$group"; done
sleep 0.5 || sleep 1
for group; do kill -KILL "-$group"; done
`

export type Guardian = {
  readonly watch: (group: number) => void
  readonly forget: (group: number) => void
  /** It ends by itself, with nothing to do. */
  readonly close: () => void
  readonly pid: () => number | undefined
}

/** Started with the first group it has to watch, and again should somebody end it. `name`: how it shows in a list of processes. */
export function makeGuardian(name: string): Guardian {
  const watched = new Set<number>()
  let shell: ChildProcess | undefined
  const start = () => {
    // In a session of its own: a signal of the terminal, or to our group, does not reach it.
    const started = spawn('/bin/sh', ['-c', script, name], {
      detached: true,
      cwd: '/',
      env: {PATH: '/usr/bin:/bin'},
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const lost = () => {
      if (shell !== started) return
      shell = undefined
      if (watched.size > 0) start()
    }
    started.on('error', () => {
      // Without a shell there is no guardian; the register of processes is what is left then.
      if (shell === started) shell = undefined
    })
    started.on('exit', lost)
    started.stdin?.on('error', () => {})
    started.unref()
    if (started.stdin instanceof Socket) started.stdin.unref()
    shell = started
    for (const group of watched) say(`+${group}`)
  }
  const say = (line: string) => shell?.stdin?.write(`${line}\n`)
  return {
    watch: group => {
      watched.add(group)
      if (shell) say(`+${group}`)
      else start()
    },
    forget: group => {
      if (watched.delete(group)) say(`-${group}`)
    },
    close: () => {
      watched.clear()
      const last = shell
      shell = undefined
      last?.stdin?.end()
    },
    pid: () => shell?.pid,
  }
}
