/** Where a browser that passes by goes on: a path of ours, or the address of whom we send it to. */
export class SeeOther {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}
