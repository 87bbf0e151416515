/** Milliseconds of processor time this process has used: what a bound on work is held to, however busy the machine is. */
export function cpuMs(): number {
  const {user, system} = process.cpuUsage()
  return (user + system) / 1000
}
