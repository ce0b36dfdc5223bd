// The pictures of counters, all of which come in one file.

export class Faces {
  private readonly urls = new Map<string, string>();

  constructor(private readonly drawings: Record<string, string>) {}

  /** The address of a picture, which is made when it is first wanted. */
  url(name: string): string {
    let url = this.urls.get(name);
    if (url === undefined) {
      const drawing = this.drawings[name];
      url = drawing === undefined ? "" : URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
      this.urls.set(name, url);
    }
    return url;
  }
}
