import {describe, expect, it} from 'vitest'
import {isSensitivePath, secretsIn} from '../../source/runtime/materials-sensitive.ts'
import {cpuMs} from '../support/cpu.ts'

describe('a path keeps secrets by its names', () => {
  it.each([
    '.env',
    '.ENV',
    'app/.env.local',
    '.env.example',
    '.envrc',
    'prod.env',
    '.ssh/config',
    '/home/ada/.ssh/known_hosts',
    'repo/.git/config',
    'C:\\Users\\ada\\.ssh\\id_rsa',
    'id_rsa',
    'keys/ID_ED25519',
    'id_ecdsa_sk',
    'server.pem',
    'SERVER.KEY',
    'store.p12',
    'release.keystore',
    'vault.kdbx',
    '.npmrc',
    '.netrc',
    '_netrc',
    '.pypirc',
    '.pgpass',
    '.git-credentials',
    '.aws/credentials',
    '.aws/config',
    '.kube/config',
    'kubeconfig',
    'kubeconfig.yaml',
    '.gnupg/trustdb.gpg',
    'Library/Keychains/login.keychain-db',
    '.docker/config.json',
    '.codex/auth.json',
    '.claude/.credentials.json',
    'credentials.json',
    'service-account-prod.json',
    'secrets.yaml',
    'infra/terraform.tfstate',
    '.bash_history',
    '/etc/shadow',
  ])('%s', path => {
    expect(isSensitivePath(path)).toBe(true)
  })

  it.each([
    'README.md',
    'docs/environment.md',
    'src/env.ts',
    '.gitignore',
    '.github/workflows/ci.yml',
    'id_rsa.pub',
    'keyboard.ts',
    'monkey.md',
    'secrets.md',
    'shadow',
    '.docker/Dockerfile',
    'auth.json',
    'certificate.crt',
    'git/config',
    '设计稿.md',
  ])('%s does not', path => {
    expect(isSensitivePath(path)).toBe(false)
  })
})

/** Put together here, so that no file of ours looks as if it held one. */
const made = {
  aws: `AKIA${'IOSFODNN7EXAMPLE'}`,
  openai: `sk-${'proj-a8Kd02mZq91LpXw7Vb3R'}`,
  anthropic: `sk-${'ant-api03-Zx81kQ0pLm42Nv77Rt'}`,
  github: `ghp_${'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'}`,
  pat: `github_pat_${'11ABCDEFG0123456789_abcdefghijklmnopqrstuvwxyz012345'}`,
  slack: `xoxb-${'123456789012-abcdefABCDEF'}`,
  google: `AIza${'SyA1234567890abcdefghijklmnopqrstuv'}`,
  jwt: ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'].join('.'),
  key: '-----BEGIN ' + 'RSA PRIVATE KEY-----',
}

describe('a text holds a secret', () => {
  it.each([
    [made.key, 'private-key'],
    ['-----BEGIN ' + 'PRIVATE KEY-----', 'private-key'],
    ['-----BEGIN ' + 'OPENSSH PRIVATE KEY-----', 'private-key'],
    ['-----BEGIN ' + 'PGP PRIVATE KEY BLOCK-----', 'private-key'],
    [made.aws, 'aws-key'],
    [`key: "${made.openai}"`, 'api-key'],
    [`ANTHROPIC_API_KEY=${made.anthropic}`, 'api-key'],
    [`token ${made.github}`, 'github-token'],
    [made.pat, 'github-token'],
    [`(${made.slack})`, 'slack-token'],
    [made.google, 'google-key'],
    [`Authorization: Bearer ${made.jwt}`, 'jwt'],
    [`postgres://ada:${'h7Kq2pLw9Z'}@db.local/app`, 'url-password'],
    [`password=${'Sup3rS3cr3tValue99'}`, 'assignment'],
    [`"client_secret": "${'q8ZpL2mN7vR4tX9w'}"`, 'assignment'],
    [`AWS_SECRET_ACCESS_KEY = ${'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'}`, 'assignment'],
    [`api_key: ${'3f786850e387550fdab836ed7e6dc881de23001b'}`, 'assignment'],
    [`数据库密码：${'Rt7#kQ2pLw9z'}`, 'assignment'],
    [`TOKEN := '${'a1b2c3d4e5f6a7b8'}'`, 'assignment'],
  ])('%s', (line, kind) => {
    expect(secretsIn(`第一行\n${line}\n第三行`)).toEqual([{line: 2, kind}])
  })

  it.each([
    'password: string',
    'const token = readToken(request)',
    'token=$TOKEN_OF_THE_SERVICE_1234',
    'password = process.env.DB_PASSWORD_2024',
    'api_key: <your-api-key-123456>',
    'api_key=your-api-key-123456',
    'secret = xxxxxxxxxxxx1234',
    'secretName: my-app-secret-v2',
    'max_tokens: 4096',
    'the token bucket holds 1000000000 tokens',
    'password=password',
    'risk-management-and-task-scheduling-for-teams',
    'sk-learn-pipeline-and-other-tools',
    'task-1234567890abcdefghijklmn',
    '-----BEGIN CERTIFICATE-----',
    '-----BEGIN PUBLIC KEY-----',
    'https://example.org:8080/path@2x.png',
    'sha256: 5175df3972f5a1b2c3d4e5f60718293a4b5c6d7e8f901234567890abcdef1234',
    '密码要足够长，至少 12 位。',
  ])('%s does not', line => {
    expect(secretsIn(line)).toEqual([])
  })

  it('is told of by line and kind alone, five times at most', () => {
    const found = secretsIn(new Array(50).fill(made.aws).join('\n'))
    expect(found).toEqual([1, 2, 3, 4, 5].map(line => ({line, kind: 'aws-key'})))
    expect(JSON.stringify(found)).not.toContain('AKIA')
  })

  it('is looked for in linear time, whatever the text is made of', () => {
    const walls = ['password', 'eyJ', 'sk-', '://a:', 'x', 'token=', '密码：', `${'eyJaaaaaaaaa'}.`]
    const look = (size: number) => {
      const before = cpuMs()
      for (const wall of walls) secretsIn(wall.repeat(Math.ceil(size / wall.length)))
      return cpuMs() - before
    }
    look(20_000)
    expect(look(800_000)).toBeLessThan(Math.max(600, look(80_000) * 40))
  })
})
