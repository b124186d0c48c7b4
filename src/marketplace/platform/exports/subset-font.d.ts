declare module 'subset-font' {
  /** A font with only what some letters need, ligatures and marks included; a variable one is fixed at a place of its axes. */
  const subsetFont: (
    font: Buffer,
    letters: string,
    options: { targetFormat: 'truetype'; variationAxes: Record<string, number> },
  ) => Promise<Buffer>;

  // biome-ignore lint/style/noDefaultExport: the package has no other.
  export { subsetFont as default };
}
