/** A redirect for a browser: a path of ours, or an external address. */
export class SeeOther {
  readonly location: string;

  constructor(location: string) {
    this.location = location;
  }
}
