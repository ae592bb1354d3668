// Finds what lies in a part of a drawing without looking at all of it.
export interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Things in horizontal bands; of a band those that overlap an extent. Long lines are in many bands, and reported once. */
export class SpatialIndex {
  private readonly bands: number[][] = [];
  private readonly seen: Uint32Array;
  private query = 0;

  constructor(
    private readonly extents: readonly Extent[],
    private readonly bandHeight: number,
  ) {
    this.seen = new Uint32Array(extents.length);
    extents.forEach((extent, number) => {
      const last = this.band(extent.bottom);
      for (let band = this.band(extent.top); band <= last; ++band) (this.bands[band] ??= []).push(number);
    });
  }

  within(extent: Extent): number[] {
    const found: number[] = [];
    this.query += 1;
    const last = Math.min(this.band(extent.bottom), this.bands.length - 1);
    for (let band = Math.max(0, this.band(extent.top)); band <= last; ++band)
      for (const number of this.bands[band] ?? []) {
        if (this.seen[number] === this.query) continue;
        this.seen[number] = this.query;
        const one = this.extents[number];
        if (one && one.right >= extent.left && one.left <= extent.right) found.push(number);
      }
    return found;
  }

  private band(y: number): number {
    return Math.max(0, Math.floor(y / this.bandHeight));
  }
}
