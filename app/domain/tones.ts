/** Colours of a tag by role (`.tag--…` in app/styles/content.css). */
export type Tone = "dusk" | "mint" | "ember" | "apricot" | "rose" | "soft" | "danger";
