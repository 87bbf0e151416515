import {HttpFailure} from './parts.ts'

/** For people: host and port, without a name or a password somebody wrote into it. */
export function serverOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
}

/**
 * An address that key and prompt may be sent to: https, or http on this machine and in private networks. Without a slash at its
 * end. Throws `address`.
 */
export function checkedBase(baseUrl: string): string {
  if (baseUrl === '') throw new HttpFailure({kind: 'address', reason: 'no-address'})
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new HttpFailure({kind: 'address', reason: 'malformed'})
  if (url.protocol === 'http:' && !isNear(url.hostname)) throw new HttpFailure({kind: 'address', reason: 'clear'})
  return url.href.replace(/\/+$/, '')
}

const isNear = (host: string) =>
  isLoopback(host) ||
  /^10\.\d+\.\d+\.\d+$|^192\.168\.\d+\.\d+$|^172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+$/.test(host) ||
  /^\[f[cd][0-9a-f]{2}:/i.test(host) ||
  host.endsWith('.local')

export const isLoopback = (host: string): boolean => /^127\.\d+\.\d+\.\d+$/.test(host) || host === '[::1]' || host === 'localhost'
