"""Words that the guard goes by: what introduces a secret, and what follows such a word without being one."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# After "password is …": a plain word that says something about the password instead of being it.
NO_SECRET = _words(
    """
    a an the my your his her their our its this that these those it he she they we you i me us them who whom whose
    what which when where why how whether if and or but nor so because since as than then there here
    not never no none null nil nothing something anything everything nobody someone anyone always still now just only
    also too very really quite rather pretty almost already yet again soon later today tomorrow yesterday ever
    in on at for from about by with without to of off over under near inside outside between into onto per via after
    before during until within below above beside
    be been being is are was were am do does did done have has had having can could will would shall should may might
    must get gets got gotten go goes gone going come comes came make makes made need needs keep keeps kept
    wrong right correct incorrect invalid valid broken bad good great fine ok okay weak strong stronger weakest safe
    unsafe secure insecure secret private public sensitive confidential important essential optional mandatory
    required needed missing empty blank visible invisible hidden masked hashed salted encrypted plain plaintext stored
    saved shared unique same different similar identical new newer old older oldest outdated obsolete stale expired
    expiring due changed changing reset resetting set setting lost forgotten stolen leaked exposed compromised hacked
    guessed guessable known unknown remembered written typed entered accepted rejected denied refused blocked locked
    unlocked disabled enabled active inactive working failing long longer short shorter easy easier hard harder simple
    simpler complex complicated difficult impossible possible useless useful annoying frustrating ridiculous silly
    stupid case-sensitive alphanumeric numeric default random temporary permanent personal separate another other
    more less most least enough like unlike based protected generated managed asked called used reused displayed
    shown sent sending emailed texted given found lying up down out back away home ready available unavailable
    your-password your_password yourpassword string str text varchar char int integer number bool boolean true false
    undefined optional none field input type value object placeholder example examples todo tbd n/a na password
    passwords passcode pin code key token secret passphrase username user login account admin-only
    twice once again please thanks thank yes no yeah nope sure maybe perhaps probably likely unlikely certainly definitely
    hello hi sorry really why instead either neither both all any each every few many much several some such
    manager managers policies policy reset protection field hint strength length hygiene security authentication auth screen page
    form prompt rules rule requirements requirement generator recovery change update sharing fatigue spraying
    """
)
# The same after a Chinese word, where an English word is rarely a description.
NO_SECRET_AFTER_HAN = _words(
    """
    null none undefined true false string str text varchar char int bool field input required optional type placeholder
    error invalid key value hash ok md5 reset manager policy token login post get body form params json todo tbd n/a
    """
)
# Names of techniques and things with a digit in them, which stand after "password" without being one.
TECHNICAL = _words(
    """
    2fa mfa oauth oauth2 oauth2.0 sha1 sha-1 sha256 sha-256 sha512 sha-512 md5 bcrypt scrypt argon2 argon2id argon2i
    pbkdf2 base64 base32 aes128 aes256 aes-128 aes-256 aes rsa2048 rsa-2048 ed25519 utf8 utf-8 utf16 1password
    office365 o365 windows10 windows11 win10 win11 python2 python3 http2 html5 css3 es6 ipv4 ipv6 wpa2 wpa3 wpa2-psk
    x509 x.509 k8s i18n l10n a11y fido2 u2f tls1.2 tls1.3 totp hotp jwt saml2 saml2.0 log4j neo4j s3 ec2 mp3 mp4 h264
    h265 4k 1080p 720p ps4 ps5 web3 v1 v2 v3 b2b b2c p2p 3d 2d 4g 5g wifi6 zxcvbn bcrypt2 ntlmv2 web2 iphone15
    """
)
# After a zh "密码是…" in Han characters: openings of what describes it, so that it is not the password itself.
ZH_DESCRIPTIONS = """
什么 多少 啥 哪 几 谁 怎 如何 为何 为什么 错 对的 对吗 不 没 无效 无法 无需 无论 无密 必 可 需 要 由 用来 用于 用户
自 随机 加密 在 从 跟 和 同 与 一样 一个 一种 一串 一组 空 默认 正确 安全 重要 个 很 太 最 旧
新 老 之前 以前 过期 明文 我 你 他 她 它 咱 大家 公司 家里 孩子 老婆 老公 女儿 儿子 妈妈 爸爸
生日 电话 手机 名字 拼音 车牌 数字 字母 大小写 区分 包含 至少 最少 不少于 超过 只 否 否则 吗 嘛
呢 啊 吧 了 的 这样 那样 这个 那个 哪个 同一 通用 统一 临时 永久 保密 秘密 隐私 机密 敏感 别人
有 能 会 应该 就是 为了 因为 所以 如果 存 写 记 放 发 贴 输 填 设 改 换 忘 丢 泄 被 给 让
把 请 按 根据 通过 每 定期 经常 永远 已 刚 还 也 都 又 才 再 容易 难 简单 复杂 强 弱 长 短
好 坏 差 绑定 关键 唯一 第一 初始 系统 管理 登录 服务 网站 后台 银行 微信 支付 六位 四位 八位
几位 乱码 问题 麻烦 摆设 核心 基础 前提 必填 选填 文本 字符 字段 类型 参数 变量 哈希 散列 匹配
校验 验证 重置 找回 提示 错误 失败 成功 时间 日期 单独 独立 分开 不同 相同 多余 真的 假的 真 假
人 东西 办法 方式 手段
"""
ZH_NO_SECRET = tuple(ZH_DESCRIPTIONS.split())
ZH_DESCRIBES = tuple(word for word in ZH_NO_SECRET if len(word) > 1)  # enough before digits
# What a number after such a word counts, so that it is no secret: "密码8位以上", "12 characters".
UNITS = (
    r"\s{0,2}(?:位|个|次|天|字|月|年|分|秒|小时|块|元|遍|种|层|倍|条|人|台|号楼|点|代|版|级|%|℃|万|亿|"
    r"(?:alphanumeric |random |special |upper-?case |lower-?case |numeric )?"
    r"(?:digits?|characters?|chars?|letters?|symbols?|times?|days?|weeks?|months?|years?|hours?|minutes?|mins?|"
    r"seconds?|secs?|attempts?|words?|bits?|bytes?|people|users?|lines?|rows?|files?|tests?|commits?|functions?|accounts?|tries|or more|or longer|"
    r"percent|dollars|in length|long)\b|-(?:digit|character|char|letter|bit|day|word|step)\b|\+)"
)
