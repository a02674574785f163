/** Colours of a tag by role (`.tag--…` in app/styles/tags.css). */
export type Tone = "dusk" | "mint" | "ember" | "apricot" | "rose" | "soft" | "danger";
