/** An error without an answer in the document. It is sent as `application/problem+json`, as Prism does. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly type: string;

  constructor(
    status: number,
    { title, detail, type = 'about:blank' }: { title: string; detail: string; type?: string },
  ) {
    super(detail);
    this.status = status;
    this.title = title;
    this.type = type;
  }
}
