import { BlobValue } from '../../values/blob.js';
import { PlatformObject } from '../../values/object.js';

/** Header fields of a message: names ignore case, the first spelling stays. */
export class Headers {
  private readonly fields = new Map<string, { readonly name: string; readonly value: string }>();

  get(name: string): string | null {
    return this.fields.get(name.toLowerCase())?.value ?? null;
  }

  set(name: string, value: string): void {
    const key = name.toLowerCase();
    this.fields.set(key, { name: this.fields.get(key)?.name ?? name, value });
  }

  names(): string[] {
    return [...this.fields.keys()].sort().map((key) => (this.fields.get(key) as { readonly name: string }).name);
  }

  entries(): (readonly [string, string])[] {
    return [...this.fields.values()].map((field) => [field.name, field.value] as const);
  }
}

/** What HttpRequest and HttpResponse have in common. */
export abstract class HttpMessage extends PlatformObject {
  readonly headers = new Headers();
  private content: string | BlobValue | null = null;

  setBody(body: string | BlobValue | null): void {
    this.content = body;
  }

  get hasBody(): boolean {
    return this.content !== null;
  }

  /** '' when nothing was set. */
  get bodyText(): string {
    if (this.content === null) return '';
    return typeof this.content === 'string' ? this.content : this.content.toText();
  }

  get bodyBlob(): BlobValue {
    if (this.content instanceof BlobValue) return this.content;
    return BlobValue.ofText(this.content ?? '');
  }
}
