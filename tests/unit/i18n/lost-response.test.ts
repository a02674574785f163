/** If a form's response was lost, the submission may have arrived. The message must not claim that nothing was sent. */
import { expect, test } from "vitest";
import { texts } from "../../kit/data/texts";

test.each([
  ["ja", /届いたかどうか分かりません/, /送信されて(い)?ません/],
  ["en", /don’t know whether it arrived/, /nothing was sent|not sent/],
  ["ko", /전송됐는지 알 수 없어요/, /보내지 못했/],
  ["zh", /无法确定内容是否送达/, /没有发送/],
])("in %s a lost response leaves open whether the form arrived", (lng, open, denies) => {
  const text = texts(lng, "errors")("offline");
  expect(text).toMatch(open);
  expect(text).not.toMatch(denies);
});
