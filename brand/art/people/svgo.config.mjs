/** How drawings are made small. Ids stay, because a page may have two drawings in it. */
export default {
  multipass: true,
  floatPrecision: 1,
  plugins: [
    {
      name: "preset-default",
      params: {
        overrides: {
          cleanupIds: false,
          convertPathData: { floatPrecision: 1, transformPrecision: 4 },
          mergePaths: { force: false },
          removeHiddenElems: false,
        },
      },
    },
    "collapseGroups",
  ],
};
