/** Returns sanitised HTML with each tag replaced. @param instead what stands in a tag's place */
export const withoutTags = (html: string, instead = ""): string => html.replace(/<[^<>]*>/g, instead);
