// Where one looks first: a place of the map around which much lies.

/** The place round which most points lie within a window of so much map; the first such in reading order. */
export function densest(points: [number, number][], width: number, height: number): [number, number] | undefined {
  let [best, most]: [[number, number] | undefined, number] = [undefined, 0];
  for (const [x, y] of points) {
    const near = points.filter(([px, py]) => Math.abs(px - x) < width / 2 && Math.abs(py - y) < height / 2);
    if (near.length <= most) continue;
    // the middle of what is seen then, so that nothing of it stands at the edge
    const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    [best, most] = [[middle(near.map(([px]) => px)), middle(near.map(([, py]) => py))], near.length];
  }
  return best;
}
