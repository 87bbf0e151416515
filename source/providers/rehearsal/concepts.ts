/**
 * A small lexicon, as data: words that speak of the same matter, in both languages, and the images the built-in personas speak of
 * it in. It lets a persona that knows about 机器 hear
 * that a speech about 人工智能 is meant for it. English words match from the beginning of a word (`machin` hears `machinery`).
 */
export const CONCEPTS: Readonly<Record<string, string>> = {
  labour:
    '劳动 工作 上班 加班 打工 做工 职业 就业 岗位 干活 雇佣 工人 程序员 员工 失业 裁员 裁人 工时 办公 辞职 求职 外卖 工厂 流汗 出力 短工 伙计 工匠 手艺 匠人 鞋匠 活儿 换手 劳动力 卖力气 labour labor work job worker wage employ factor programmer office toil craft',
  technology:
    '技术 机器 人工智能 自动化 算法 程序 代码 织机 蒸汽机 发明 创新 网络 互联网 手机 软件 机器人 人脸 直播 短视频 游戏 电动 自动驾驶 AI technolog machin artificial algorithm automat robot software internet phone comput invention program code',
  efficiency: '效率 省时 产量 成本 划算 节省 产出 生产力 更快 提速 efficien cost output productiv faster cheap save',
  money:
    '钱 工资 收入 利润 价格 房价 贷款 首付 财富 穷 富 资本 投资 彩礼 税 工钱 口袋 盘缠 小钱 富贵 穷着 放债 国库 搜刮 money wage income profit price loan wealth poor rich capital invest tax rent',
  market:
    '市场 交换 买卖 竞争 商品 供求 分工 贸易 消费 生意 垄断 商人 交易 网购 柜台 货架 集市 价钱 标价 晚饭 抬价 铺子 招牌 粗呢 烤饼 market exchange trade compet commodit merchant monopol consum bargain buy sell',
  ownership: '占有 财产 产权 私有 公有 归谁 归了谁 股份 占着 property possess belong',
  interest:
    '利益 好处 受益 特权 阶级 阶层 老板 资本家 地主 吃亏 有利 得利 利字 占上风 好处落 收成果 interest benefit privilege class boss landlord gain',
  power:
    '权力 统治 说了算 支配 命令 强权 专断 权威 暴力 压迫 枪 枪口 当家 站正 主人 power rule domina command tyrann authorit violen oppress obey',
  state:
    '国家 政府 法律 政策 管理 治理 禁令 立法 禁止 禁 监管 刑罚 政令 下令 条例 规章 文件 盖个章 当权 守门 棍子 告示 government law policy regulat ban govern legislat',
  institution: '制度 规矩 规则 体制 秩序 章程 招牌 照章 年限 羊皮文书 摆棋 棋局 institution rules system arrangement',
  history:
    '历史 时代 世纪 过去 从前 古代 演变 出生日期 来历 年表 生日 从来如此 几百年 一代接一代 民国 演成 地层 histor century age past epoch',
  change:
    '变化 改革 革命 变革 取消 废除 推翻 改变 转型 取代 替代 淘汰 推倒 搬动 开窗 拆屋顶 拆墙 换一个主人 换块 剪去 减掉 换了料子 动一样东西 change reform revolution abolish replac transform overturn',
  tradition: '传统 习俗 祖先 祖宗 古人 礼 老规矩 旧例 习惯 风俗 tradition custom ancestor habit ritual inherit',
  morality:
    '道德 善 良心 仁 美德 良知 正直 修养 君子 责任 义务 人品 亏待 好人 坏事 好心 别人身上 不愿受 亏了人 伤着人 旁观者 好心肠 宽恕 后责 宰 照应 moral virtue conscience evil duty responsib decen',
  profit: '利字 求利 逐利 私利 自利 见利 贪 赚 greed self-interest profit selfish gain',
  freedom:
    '自由 权利 选择 自主 解放 束缚 枷锁 出路 铁屋 叫醒 醒了 路口 没人拦 绕着走 绕哪条路 自己会走 随心所欲 别的路 挑的 freedom free libert right choice choose emancipat',
  equality:
    '公平 平等 正义 公正 不公 公理 公道 差距 起跑线 机会 分得偏 切匀 端平 一碗水 舒展 轮流 分账 比例 equal fair just inequal opportunit',
  individual: '个人 努力 奋斗 能力 本事 自律 天赋 意志 才能 individual effort talent ability merit',
  crowd:
    '群众 众人 人群 看热闹 百姓 民众 人民 大多数 公众 看客 舆论 多数人 老百姓 看的人 脖子 人人叫好 喝彩 唾骂 千万人 千百双手 挤在一处 砍头 哄笑 大多 随众 戏台 crowd masses majority public opinion mob',
  practice:
    '实践 调查 试验 经验 试点 下去看 动手 行动 实际 尝试 做起来 做一遍 做过 做了 试上 挨了打 下场 亲手 咬一口 动起手 一锹 拿来 肯做 手艺 碰壁 practice experiment experience investigat action try trial',
  knowledge:
    '知识 知道 懂 理论 书本 学问 真理 专家 无知 道理 晓得 明白 糊涂 答案 聪明 看法 以为样样 信它 想不通 knowledge know theor expert ignoran truth book wisdom',
  inquiry:
    '追问 定义 概念 讨论 对话 怀疑 反思 思考 理性 逻辑 想清楚 盘问 驳 想一想 疑心 叫什么 名字叫 指的是 蜜蜂 分开三样 搅成一锅 是与不是 线头 矛盾 不忙赞成 忙着赞成 question defin concept dialogue doubt reflect think examin',
  education:
    '教育 学校 学生 考试 高考 学习 读书 老师 课堂 升学 大学 分数 作业 补课 考研 文凭 学历 弟子 教人 教过 先生 学堂 教书 毕业 泥土 天才 教授 教法 习染 educat school student exams teach learn universit pupil degree homework',
  family:
    '家庭 父母 孩子 婚姻 结婚 生育 养老 子女 老人 孝 亲人 儿女 家里 父子 生孩子 长者 门里 生下来 新来 家门 儿孙 family parent child marri elder son daughter',
  housing: '房子 买房 租房 住房 房 土地 地租 地皮 首付 租金 housing homes mortgage tenant landlord',
  city: '城市 交通 摩托 汽车 道路 街道 通勤 电动车 地铁 街上 乡村 农村 city cities traffic motor street commut road car urban village',
  nature:
    '自然 人性 本能 进化 物种 生物 动物 环境 适应 遗传 天性 生存 变异 甲虫 土蜂 鸟兽 羽毛 狒狒 活下来 养得活 风口 藤壶 毒药 nature instinct evol species animal environment adapt inherit survival',
  gradual:
    '慢慢 渐进 逐步 一步一步 积累 长期 持久 耐心 阶段 细小 微小 日积月累 不停手 分段 工夫 三十年 一圈 好几步 一天天 慢的推 想快 等着 堆山 积少成多 头发丝 gradual slow step accumul patien long stage small',
  conflict:
    '矛盾 斗争 对立 冲突 敌人 战争 打仗 反抗 打倒 骂 拌嘴 对头 打回去 落水 速胜 见血 两队 递刀 提防 contradict struggle conflict enem war opposit fight',
  unity:
    '团结 合作 联合 朋友 共识 和谐 妥协 同情 同道 信任 拧成 一道 合群 和而不同 一起行动 unit cooperat friend agree harmon sympath trust ally',
  facts:
    '数据 数字 统计 证据 事实 观察 记录 标本 账本 报告 摸过底 问到底 反例 打听 作对的事 跑过多少 麻雀 解剖 数清楚 拆开一量 走到跟前 眼睛向下 例子压住 专列 data number statistic evidence fact observ record report ledger',
  future: '未来 将来 明天 前途 希望 预言 后代 前景 理想 future tomorrow hope prophe generation prospect ideal',
  risk: '风险 安全 危险 害怕 恐惧 事故 代价 后果 老虎 险 难处 药 毛病 risk safe danger fear accident price consequence',
  living:
    '幸福 快乐 享受 意义 日子 人生 活法 灵魂 舒服 有益 快活 好看 点心 活下去 过日子 happi pleasure meaning life soul worth live',
  words:
    '名分 名称 语言 口号 说法 漂亮话 名字 空话 词 套话 好听的词 叫了这个名 嘴里 先正名 客套话 把话说 说和行 word language slogan phrase rhetoric cliché',
  politics:
    '公共 公开 政治 当众 桌子 参与 公民 广场 投票 民主 公共事务 椅子 众人眼前 朝堂 在场 坐着 public politic participat citizen vote democra assembl',
  deceit:
    '谎 骗 瞒 虚伪 面子 假 宣传 装作 遮 粉饰 闭眼 圆满 匾额 讨人喜欢 外衣 假话 lie lying deceiv hypocri fake mask pretend propaganda',
  self: '反省 自省 内心 省察 自我 自知 照看 修好 自己身上 同自己 那个要用 conscience self-exam inner introspect',
  time: '时间 闲暇 休息 工作日 小时 几分钟 早晚 time leisure hour idle',
  needs: '吃饭 穿衣 饭碗 面包 生计 温饱 粮食 肚子 穿 bread hunger food livelihood eat subsist',
  health: '健康 医疗 病 医生 药 身体 health medic disease doctor body',
  science: '科学 研究 实验 假说 规律 结论 scien research hypothes',
  belief: '宗教 神 信仰 天命 上帝 命运 god religio faith belie fate',
}
