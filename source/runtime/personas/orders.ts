/** What a foreign body orders its reader to do, which the meeting's frame overrides. The body itself is left as it is. */
export type Order = {
  readonly code: OrderCode
  /** Line of the file. */
  readonly line: number
}
export type OrderCode = (typeof ORDERS)[number][0]

/** Each order once a line, in the order of the lines; at most 100. `firstLine`: the line of the file on which the body begins. */
export function ordersOf(body: string, firstLine = 1): readonly Order[] {
  const found: Order[] = []
  for (const [offset, text] of body.split('\n').entries()) {
    const line = text.slice(0, 2000)
    for (const [code, pattern] of ORDERS) {
      if (found.length < 100 && pattern.test(line)) found.push({code, line: firstLine + offset})
    }
  }
  return found
}

const ORDERS = [
  [
    'web-search',
    /web_?search|webfetch|web search|search the (?:web|internet)|browse the (?:web|internet)|(?:联网|上网|网络|网页|聯網|網路)(?:搜索|检索|查询|查|搜尋|檢索)|搜索(?:工具|引擎|最新)|用搜索|先搜索/i,
  ],
  [
    'run-script',
    /\b(?:bash|python3?|node|npx|npm|uv|pip3?|curl)\s+(?:run\s+)?[\w./~$-]+|(?:运行|执行|調用|调用|執行)(?:以下|下列|这个|该)?\s*(?:脚本|命令|腳本)|\brun (?:the |this )?(?:script|command)|allowed-tools/i,
  ],
  [
    'read-files',
    /(?:读取|先读|阅读|加载|載入|讀取)\s*[`「『"“]?\s*(?:[\w./$~-]*(?:references?|research|docs|kb)\b|\$[A-Z_]{3,}|[\w./~-]+\.(?:md|json|ya?ml|txt))|\b(?:read|load|open|consult)\s+(?:the\s+)?[`"]?(?:\$[A-Z_]{3,}|[\w./~-]+\.(?:md|json|ya?ml|txt)|references?\/)|\$[A-Z][A-Z_]*_(?:PATH|DIR|HOME)\b/i,
  ],
  [
    'ask-user',
    /(?:等待|等|经|須|须|必须|先)\s*(?:用户|使用者|用戶)?\s*(?:的)?\s*(?:确认|同意|批准|確認)|(?:询问|反问|追问|先问|確認|确认)\s*(?:一下)?(?:用户|使用者|用戶)|用户确认|\bask (?:the )?user\b|(?:wait for|until|ask for|get) (?:the )?(?:user(?:'s)? )?(?:confirmation|approval)|confirm with the user/i,
  ],
  [
    'disclaimer',
    /免责声明|免責聲明|首次激活|声明仅|聲明僅|disclaimer|非本人(?:观点|觀點)|not (?:his|her|their) (?:actual|own|real) (?:words|views)/i,
  ],
  [
    'leave-role',
    /(?:退出|跳出|离开|離開|结束|停止|切回)\s*(?:角色|扮演|正常|人设|人設|模式)|(?:说|說|输入|輸入|喊)\s*[「『"“]?(?:停|退出|stop)|\b(?:exit|leave|break|drop|stop|quit)(?:ing)?\s+(?:the\s+)?(?:role|character|persona|role-?play)|return to normal/i,
  ],
  ['third-person', /第三人称|第三人稱|(?:旁观|分析师|分析師)模式|third[- ]person|(?:analyst|observer) mode/i],
  [
    'activation',
    /激活(?:后|後|时|時|确认|確認|方式)|(?:skill|技能)\s*(?:被)?(?:激活|触发|觸發|启动)|(?:when|once) (?:this )?(?:skill is )?activated|on activation/i,
  ],
  [
    'file-output',
    /(?:保存|写入|寫入|输出|輸出|导出)\s*(?:到|为|成|至)\s*[`「"“]?[\w./~-]*(?:文件|檔案|\.\w{2,4}\b)|\b(?:save|write|export) (?:it |this |the \w+ )?(?:to|as|into) [`"]?[\w./~-]+\.\w{2,4}\b/i,
  ],
] as const satisfies readonly (readonly [string, RegExp])[]

export const ORDER_CODES: readonly OrderCode[] = ORDERS.map(([code]) => code)
