/** What a text seems to hold that nobody should send out; never the thing itself. */
export type SecretKind =
  | 'private-key'
  | 'aws-key'
  | 'api-key'
  | 'github-token'
  | 'gitlab-token'
  | 'slack-token'
  | 'google-key'
  | 'stripe-key'
  | 'npm-token'
  | 'jwt'
  | 'url-password'
  | 'assignment'

export type FoundSecret = {readonly line: number; readonly kind: SecretKind}

/** Whether a path leads to what keeps keys or logins, by its names alone; upper and lower case are one. */
export function isSensitivePath(path: string): boolean {
  const parts = path
    .toLowerCase()
    .split(/[\\/]+/)
    .filter(part => part !== '' && part !== '.')
  const name = parts.at(-1) ?? ''
  return (
    parts.some(part => FOLDERS.has(part)) ||
    FILE.test(name) ||
    ENDING.test(name) ||
    PLACES.some(place => place.every((part, at) => parts[parts.length - place.length + at] === part))
  )
}

const FOLDERS: ReadonlySet<string> = new Set([
  '.ssh',
  '.git',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.password-store',
  'keychains',
])
const FILE =
  /^(?:\.env.*|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|[._]netrc|\.npmrc|\.yarnrc\.yml|\.pypirc|\.pgpass|\.my\.cnf|\.git-credentials|\.dockercfg|\.htpasswd|\.s3cfg|\.boto|\.vault-token|\.terraformrc|\.?credentials(?:\.(?:json|ya?ml|toml|ini|csv|db))?|application_default_credentials\.json|service[-_]?account.*\.json|secrets?\.(?:json|ya?ml|toml|ini|env|properties)|kubeconfig.*|.*\.tfstate(?:\.backup)?|\.(?:bash|zsh|sh|python|node_repl|psql|mysql)_history)$/
const ENDING = /.\.(?:env|pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|gpg|keychain|keychain-db|ovpn)$/
/** The end of a path as a whole. */
const PLACES: readonly (readonly string[])[] = [
  ['etc', 'shadow'],
  ['etc', 'gshadow'],
  ['.docker', 'config.json'],
  ['.codex', 'auth.json'],
  ['.claude', '.credentials.json'],
  ['.gemini', 'oauth_creds.json'],
  ['.roundtable', 'keys.json'],
]

/** Lines that look as if they held a key, a token or a password, at most `MOST` of a text; in linear time. */
export function secretsIn(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = []
  let line = 0
  for (const content of text.split('\n')) {
    line++
    const kind = kindIn(content)
    if (kind !== undefined) found.push({line, kind})
    if (found.length === MOST) break
  }
  return found
}

/** A file full of keys is told of well enough by its first ones. */
const MOST = 5

const SHAPES: readonly (readonly [SecretKind, RegExp])[] = [
  [
    'private-key',
    /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1[0-9A-Z]{20}/,
  ],
  ['aws-key', /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ['github-token', /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{30}|github_pat_[A-Za-z0-9_]{40})/],
  ['gitlab-token', /(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20}/],
  ['slack-token', /(?<![A-Za-z0-9])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10}/],
  ['google-key', /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/],
  ['stripe-key', /(?<![A-Za-z0-9])[rs]k_(?:live|test)_[A-Za-z0-9]{16}/],
  ['npm-token', /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}/],
  ['jwt', /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{8}/],
]
/** What is taken for one only when it is no word or placeholder. */
const VALUED: readonly (readonly [SecretKind, RegExp])[] = [
  ['api-key', /(?<![A-Za-z0-9])sk-([A-Za-z0-9_-]{20,300})/g],
  ['url-password', /:\/\/[^\s:@/"'<>]{1,128}:([^\s@/"'<>]{8,256})@/g],
  [
    'assignment',
    /(?:password|passwd|pwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|credentials?|密码|口令|密钥|令牌)["'`]?\s{0,8}(?::=|=>|[:=：])\s{0,8}["'`]?([^\s"'`,;，；]{10,512})/gi,
  ],
]

function kindIn(line: string): SecretKind | undefined {
  for (const [kind, shape] of SHAPES) if (shape.test(line)) return kind
  for (const [kind, shape] of VALUED) {
    for (const [, value = ''] of line.matchAll(shape)) if (looksDrawn(value)) return kind
  }
  return undefined
}

/** As drawn by chance: letters and digits without a pattern, and no code, no placeholder, no hyphened words. */
function looksDrawn(value: string): boolean {
  if (/[(){}<>$*…]|\.\.\.|^[/.~]|process\.|environ|^(?:your|change|example|placeholder|x{3})/i.test(value)) return false
  const digits = value.match(/\d/g)?.length ?? 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9._/-]/].filter(one => one.test(value)).length
  return digits > 0 && kinds >= 2 && (digits >= 3 || kinds >= 3) && bitsPerCharacter(value) >= 3
}

/** Shannon's measure over the characters of a text. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  const all = [...text].length
  return [...counts.values()].reduce((bits, count) => bits - (count / all) * Math.log2(count / all), 0)
}
