/** Converts full-width digits, letters and symbols, which Japanese keyboards produce, to ASCII. */
export const halfWidth = (text: string): string =>
  text.replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
