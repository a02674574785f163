/** Full-width digits, letters and signs, as Japanese keyboards type them, as the ASCII ones. */
export function halfWidth(text: string): string {
  return text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}
