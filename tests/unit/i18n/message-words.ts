/**
 * Words that the Japanese, Korean and Chinese text of each specified message must contain: what it says, not how. The
 * English texts are in messages.test.ts and errors/codes.test.ts.
 */
import { expect } from "vitest";
import { texts } from "../../kit/data/texts";

type Words = readonly [ja: string, ko: string, zh: string];

const email: Words = ["メールアドレスを入力", "이메일을 입력", "输入邮箱"];
const emailFormat: Words = ["メールアドレスの形", "이메일 형식", "邮箱格式"];
const password: Words = ["パスワードを入力", "비밀번호를 입력", "输入密码"];
const taken: Words = ["すでに登録されています", "이미 가입된", "邮箱已注册"];
const unknown: Words = ["登録されていません", "가입되지 않은 이메일", "邮箱未注册"];

const messageWords: Readonly<Record<string, Words>> = {
  "errors:web.001": ["パスワードが違います", "비밀번호가 맞지 않아요", "密码错误"],
  "errors:web.002": [
    "アカウントをロックしました。お送りしたメール",
    "계정을 잠갔어요. 보내 드린 메일",
    "账户已被锁定。请通过我们发送的邮件",
  ],
  "errors:web.003": [
    "パストークンがありません。メールアドレスで登録",
    "패스 토큰이 없어요. 이메일로 가입",
    "没有通行证代币。请使用邮箱注册",
  ],
  "errors:web.004": [
    "登録されていません。登録に進みますか",
    "등록되지 않은 지갑 주소예요. 가입을 진행할까요",
    "尚未注册。是否前往注册",
  ],
  "errors:web.006": [
    "登録済みのパスで登録する場合、Soria Plusは付与されません",
    "이미 등록된 패스로 가입하면 Soria Plus가 지급되지 않아요",
    "已注册的通行证注册时，不会发放 Soria Plus",
  ],
  "errors:web.007": email,
  "errors:web.008": password,
  "errors:web.011": ["確認メールを送りますか", "확인 메일을 보낼까요", "是否发送验证邮件"],
  "errors:web.013": ["新しいパスワードを入力", "새 비밀번호를 입력", "输入新密码"],
  "errors:web.014": ["新しいパスワードをもう一度", "새 비밀번호를 한 번 더", "再次输入新密码"],
  "errors:web.016": taken,
  "errors:web.017": emailFormat,
  "errors:web.020": ["コードが一致しません", "코드가 맞지 않아요", "验证码不匹配"],
  "errors:web.021": ["認証コードを入力", "인증 코드를 입력", "输入验证码"],
  "errors:web.022": ["数字だけ", "숫자만", "只输入数字"],
  "errors:web.023": ["有効期限が切れました", "만료됐어요", "已过期"],
  "errors:web.024": ["5分たつと", "5분이 지나면", "满5分钟后"],
  "errors:web.026": ["名を入力", "이름을 입력", "输入名字"],
  "errors:web.027": ["姓を入力", "성을 입력", "输入姓氏"],
  "errors:web.029": unknown,
  "errors:web.040": ["以上を入力", "이상 입력", "至少"],
  "errors:web.041": ["単位で", "단위로", "为单位"],
  "errors:web.045": ["お問い合わせの種類", "문의 종류", "咨询类型"],
  "errors:web.046": ["お名前を入力", "이름을 입력", "输入姓名"],
  "errors:web.047": email,
  "errors:web.048": ["件名を入力", "제목을 입력", "输入标题"],
  "errors:web.049": ["お問い合わせ内容を入力", "문의 내용을 입력", "输入咨询内容"],
  "errors:web.052": ["gif、jpg、jpeg、png", "gif, jpg, jpeg, png", "gif、jpg、jpeg、png"],
  "errors:web.053": ["5 MBまで", "5 MB까지", "最大为5 MB"],
  "errors:web.054": ["履歴がありません", "내역이 없어요", "没有记录"],
  "errors:web.055": ["提案の履歴がありません", "제안 내역이 없어요", "没有提案"],
  "errors:web.056": ["進行中の投票はありません", "진행 중인 투표가 없어요", "没有进行中的投票"],
  "errors:web.072": ["投票期間ではありません", "투표 기간이 아니에요", "投票未在进行"],
  "errors:web.073": ["参加者がいません", "참여자가 없어요", "没有参与者"],
  "errors:web.075": ["投稿がありません", "게시글이 없어요", "没有内容"],
  "errors:web.076": ["参加期間は終了しました", "참여 기간이 끝났어요", "参与时间已结束"],
  "errors:web.077": ["管理者により削除されました", "관리자가 삭제했어요", "已被管理员删除"],
  "errors:web.078": ["管理者により削除された投稿", "관리자가 삭제한 게시글", "此内容已被管理员删除"],
  "errors:web.082": ["賛成に投票", "찬성에 투표", "赞成票"],
  "errors:web.083": ["反対に投票", "반대에 투표", "反对票"],
  "errors:web.090": ["NFTはありません", "NFT가 없어요", "没有 NFT"],
  "errors:web.095": ["項目がありません", "항목이 없어요", "没有项目"],
  "errors:web.100": ["退会のお申し込みを受け付けました", "탈퇴 신청을 접수했어요", "已收到您的注销申请"],
  "errors:code.oldPassword": [
    "現在のパスワードが一致しません",
    "현재 비밀번호가 맞지 않아요",
    "当前密码不匹配",
  ],
  "errors:web.001plain": ["パスワードが違います", "비밀번호가 맞지 않아요", "密码错误"],
  "errors:code.userNotFound": ["会員が見つかりません", "회원을 찾을 수 없어요", "没有找到匹配的会员"],
  "errors:code.nameTaken": ["名前はすでに使われています", "이미 사용 중인 이름", "名称已被使用"],
  "errors:code.specialCharacter": ["記号は使えません", "특수 문자는 사용할 수 없어요", "不能使用特殊字符"],
  "errors:code.abuseCharacter": ["使えない言葉", "사용할 수 없는 말", "不能使用的词语"],
  "errors:code.suspended": ["利用停止中", "정지된 계정", "暂停使用"],
  "errors:code.linkInvalid": ["リンクは使えません", "사용할 수 없는 링크", "链接无效"],
  "errors:code.linkExpired": ["リンクの有効期限が切れました", "링크가 만료됐어요", "链接已过期"],
  "errors:code.mailFailed": ["メールを送れませんでした", "메일을 보내지 못했어요", "邮件发送失败"],
  "errors:code.passwordExpired": ["パスワードの有効期限", "비밀번호의 유효 기간", "密码已过期"],
  "errors:code.nameInvalid": ["名前は使えません", "사용할 수 없는 이름", "名称不能使用"],
  "errors:code.pending": ["まだ確認中", "아직 확인 중", "仍在审核中"],
  "errors:code.userUpdate": ["会員情報を保存できません", "회원 정보를 저장하지 못했어요", "会员信息未能保存"],
  "errors:code.shortPoint": ["ポイントが足りません", "포인트가 부족해요", "积分不足"],
  "errors:code.shortSoria": ["Soriaが足りません", "Soria가 부족해요", "Soria 不足"],
  "errors:code.shortSoriaPlus": ["Soria Plusが足りません", "Soria Plus가 부족해요", "Soria Plus 不足"],
  "errors:code.insufficientPoint": ["ポイントが足りません", "포인트가 부족해요", "积分不足"],
  "errors:code.insufficientSoria": ["Soriaが足りません", "Soria가 부족해요", "Soria 不足"],
  "errors:code.insufficientSoriaPlus": ["Soria Plusが足りません", "Soria Plus가 부족해요", "Soria Plus 不足"],
  "errors:area.auth": ["サインインを確認できません", "로그인을 확인하지 못했어요", "无法确认您的登录"],
  "errors:area.character": ["アバター", "아바타", "虚拟形象"],
  "errors:area.meeting": ["会議", "회의", "会议"],
  "errors:area.community": ["コミュニティ", "커뮤니티", "社区"],
  "errors:area.notification": ["通知", "알림", "通知"],
  "errors:area.parcel": ["荷物", "소포", "包裹"],
  "errors:area.event": ["イベント", "이벤트", "活动"],
  "errors:area.video": ["動画", "영상", "视频"],
  "errors:area.inventory": ["持ち物", "보관함", "物品栏"],
  "errors:area.version": ["バージョン", "버전", "版本"],
  "account:password.missing": password,
  "account:emailHint.missing": email,
  "account:emailHint.format": emailFormat,
  "account:emailHint.invalid": taken,
  "account:emailHint.success": ["使えます", "사용할 수 있는 이메일", "可以使用"],
  "account:find.missing": ["登録したメールアドレスを入力", "가입한 이메일을 입력", "注册时的邮箱"],
  "account:find.format": emailFormat,
  "account:find.invalid": unknown,
  "account:find.success": ["登録されているメールアドレス", "가입된 이메일이에요", "邮箱已注册"],
  "account:code.incomplete": ["6桁", "6자리", "6位"],
  "account:code.success": ["認証できました", "인증됐어요", "验证成功"],
  "account:code.resent": ["もう一度送りました", "다시 보냈어요", "已重新发送"],
  "account:code.resendFailed": [
    "再送中にエラーが発生しました。しばらくしてから",
    "다시 보내는 중 오류가 발생했어요. 잠시 후",
    "重新发送验证码时出错。请稍后再试",
  ],
  "errors:http.401": [
    "有効期限が切れました。ページを再読み込み",
    "세션이 만료됐어요. 페이지를 새로고침",
    "会话已过期。请刷新页面",
  ],
  "errors:http.403": ["表示する権限がありません", "접근할 권한이 없어요", "没有访问此内容的权限"],
  "errors:http.404": ["読み込めませんでした。もう一度", "불러오지 못했어요. 다시 시도", "加载失败。请重试"],
  "errors:http.unexpected": [
    "予期しないエラーが発生しました。サポートまで",
    "예상하지 못한 오류가 발생했어요. 고객지원에 문의",
    "意外错误。请联系客服",
  ],
  "errors:http.noResponse": [
    "応答していません。詳しくは管理者に",
    "응답하지 않아요. 자세한 내용은 관리자에게",
    "没有响应。详情请联系管理员",
  ],
  "errors:requestProblem": [
    "処理できませんでした。しばらくしてから",
    "처리하지 못했어요. 잠시 후 다시",
    "未能处理，请稍后再试",
  ],
  "errors:contactAdmin": [
    "エラーが発生しました。管理者に",
    "오류가 발생했어요. 관리자에게 문의",
    "出错了。请联系管理员",
  ],
  "errors:area.store": ["購入できませんでした", "구매하지 못했어요", "购买未能完成"],
  "errors:invalidAccessForNow": ["5分ほどたってから", "5분 뒤에 다시", "5分钟后再试"],
  "my-page:history.problem.future": ["過去の日付", "지난 날짜", "过去的日期"],
  "my-page:profile.saved": ["会員情報を保存しました", "회원 정보를 저장했어요", "会员信息已保存"],
  "store:exchange.errors.digitsOnly": ["数字だけ", "숫자만", "只输入数字"],
  "store:exchange.errors.insufficient": ["残高を超えています", "보다 많아요", "超过了您的"],
  "support:thread.status.OPEN": ["受付済み", "접수됨", "已提交"],
  "support:thread.status.IN_PROGRESS": ["対応中", "처리 중", "处理中"],
  "support:thread.status.RESOLVED": ["回答済み", "답변 완료", "已回复"],
  "support:thread.status.CLOSED": ["終了", "종료", "已关闭"],
  "errors:area.payment": ["お支払いを処理できませんでした", "결제를 처리하지 못했어요", "付款未能处理"],
  "store:done.interrupted": [
    "お支払いは成功しましたが、ご注文の処理が中断されました。下のフォームからサポートに",
    "결제는 성공했지만 주문 처리가 중단됐어요. 아래 양식으로 고객지원에",
    "付款成功，但订单处理中断。请用下面的表单联系客服",
  ],
  "store:outcome.captured": ["購入が完了しました", "구매가 완료됐어요", "购买成功"],
  "store:errors.quantity": ["1以上の数字", "1 이상의 숫자", "1或以上的数字"],
  "store:errors.method": ["お支払い方法を選んで", "결제 수단을 선택", "选择付款方式"],
  "store:errors.confirm": ["購入の確認欄にチェック", "구매 확인란에 체크", "勾选以确认购买"],
  "account:signIn.unlockSent": ["確認メールを送りました", "확인 메일을 보냈어요", "验证邮件已发送"],
  "account:signIn.deletionCancelledUntil": [
    "退会のお申し込みを取り消しました",
    "탈퇴 신청이 취소됐어요",
    "已取消您的注销请求",
  ],
  "account:sent.title": ["メールを送りました", "메일을 보냈어요", "邮件已发送"],
  "account:sent.text": ["メールのリンクを開いて", "메일의 링크를 열어", "打开邮件中的链接"],
  "account:changed.title": ["パスワードを変更しました", "비밀번호가 변경됐어요", "密码已更改"],
  "account:signUp.done.text": ["登録が完了しました", "가입이 완료됐어요", "注册完成"],
};

/** @param key with its namespace: "errors:web.001" */
export function expectWords(key: string): void {
  const [namespace = "", name = ""] = key.split(":");
  const said = ["ja", "ko", "zh"].map((lng) =>
    texts(lng, namespace)(name, { count: 1 }).replaceAll("\u2060", ""),
  );
  expect(said, key).toEqual(messageWords[key]?.map((word) => expect.stringContaining(word)));
}
