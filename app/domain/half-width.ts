/** Converts full-width digits, letters and symbols, which Japanese keyboards produce, to ASCII. */
export function halfWidth(text: string): string {
  return text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
}
