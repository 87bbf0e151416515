/** Persona files as they are met in the wild, written for these tests: folder -> bytes of its SKILL.md. */
const text = (...lines: string[]) => Buffer.from(lines.join('\n'))
const body = ['# 墨翟', '', '## 身份', '', '- 我是一个做木工的人，主张兼爱。', '']

export const WILD: Readonly<
  Record<string, {readonly bytes: Buffer; readonly loads: boolean; readonly code?: string; readonly line?: number}>
> = {
  'plain-perspective': {bytes: text('---', 'name: plain-perspective', 'description: 墨翟怎么看', '---', ...body), loads: true},
  'unindented-perspective': {
    bytes: text('---', 'name: unindented-perspective', 'description: |', '墨翟的看法。', 'Triggers: 「墨子」', '---', ...body),
    loads: true,
    code: 'yaml-repaired',
    line: 4,
  },
  'colons-perspective': {
    bytes: text('---', 'name: colons-perspective', 'description: use when: somebody asks', 'version: 1.2', '---', ...body),
    loads: true,
    code: 'yaml-repaired',
    line: 3,
  },
  'quoted-perspective': {
    bytes: text('---', 'name: quoted-perspective', 'description: "first part"', '  and the rest', '---', ...body),
    loads: true,
    code: 'yaml-repaired',
    line: 4,
  },
  'bom-perspective': {
    bytes: Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      text('---', 'name: bom-perspective', 'description: 墨翟', '---', ...body),
    ]),
    loads: true,
    code: 'bom',
    line: 1,
  },
  'crlf-perspective': {
    bytes: Buffer.from(['---\r\nname: crlf-perspective\r\n', 'description: 墨翟\n---\r\n', body.join('\n')].join('')),
    loads: true,
    code: 'mixed-line-ends',
    line: 1,
  },
  'wide-perspective': {
    bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('---\nname: wide-perspective\n---\n墨翟', 'utf16le')]),
    loads: false,
    code: 'utf-16',
    line: 1,
  },
  'damaged-perspective': {
    bytes: text('---', 'name: damaged-perspective', 'description: 墨翟', '---', '# 墨翟', '', '我是\ufffd\ufffd匠。'),
    loads: true,
    code: 'damaged-text',
    line: 7,
  },
  'glued-perspective': {
    bytes: text('---', 'name: glued-perspective', 'description: 墨翟', '---# 墨翟', '', '我是木匠。', '', '---', '', '完'),
    loads: true,
    code: 'closing-glued',
    line: 4,
  },
  'bare-perspective': {bytes: text(...body), loads: true, code: 'frontmatter-missing', line: 1},
  'comment-perspective': {
    bytes: text('<!-- made by', 'hand -->', '', '---', 'name: comment-perspective', 'description: 墨翟', '---', ...body),
    loads: true,
    code: 'frontmatter-late',
    line: 4,
  },
  'rules-perspective': {
    bytes: text('---', 'name: rules-perspective', 'description: 墨翟', '---', ...body, ...Array(18).fill('\n---\n段落\n')),
    loads: true,
  },
  'dots-perspective': {bytes: text('---', 'name: dots-perspective', 'description: 墨翟', '...', ...body), loads: true},
  'script-perspective': {
    bytes: text('---javascript', 'module.exports = (globalThis.canary = "dead", {name: "x"})', '---', ...body),
    loads: false,
    code: 'frontmatter-language',
    line: 1,
  },
  'keys-perspective': {
    bytes: text(
      '---',
      'name: keys-perspective',
      'version: 1.2',
      '调研时间: 2026-01-02',
      'meta:',
      '  深: {a: [1, 2]}',
      'description: >-',
      '  墨翟',
      '  的看法',
      '---',
      ...body,
    ),
    loads: true,
  },
  'empty-perspective': {bytes: Buffer.alloc(0), loads: false, code: 'empty-file', line: 1},
  'dotdot-perspective': {
    bytes: text('---', 'name: ..', 'description: x', '---', ...body),
    loads: false,
    code: 'bad-name',
    line: 2,
  },
  'pointer-perspective': {bytes: text('../skills/mo-zi'), loads: false, code: 'link-as-text', line: 1},
  'open-perspective': {
    bytes: text('---', 'name: open-perspective', '', '# 墨翟'),
    loads: false,
    code: 'frontmatter-unclosed',
    line: 1,
  },
  'legacy-perspective': {
    bytes: Buffer.concat([text('---', 'name: legacy-perspective', '---', '# '), Buffer.alloc(400, 0xc4)]),
    loads: false,
    code: 'not-utf8',
    line: 1,
  },
  'typed-perspective': {
    bytes: text(
      '---',
      'name: typed-perspective',
      'description: x',
      'roundtable:',
      '  title: ok',
      '  aliases: Mozi',
      '---',
      ...body,
    ),
    loads: false,
    code: 'wrong-type',
    line: 6,
  },
}
