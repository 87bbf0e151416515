import type {Lang} from '../core/events.ts'

/** Frames around what stands in the files, for a discovery without a model. */
const zh = {
  size: '{file} 有 {lines} 行',
  sizeCut: '{file} 至少有 {lines} 行（只看了开头）',
  names: '{file} 第 {line} 行写到「{text}」',
  convention: '约定：测试与源文件分开放（{file}）',
}

const en: typeof zh = {
  size: '{file} has {lines} lines',
  sizeCut: '{file} has at least {lines} lines (only its beginning was read)',
  names: '{file} line {line} says “{text}”',
  convention: 'convention: tests stand apart from the sources ({file})',
}

export const rehearsedCouncil: Readonly<Record<Lang, typeof zh>> = {zh, en}
