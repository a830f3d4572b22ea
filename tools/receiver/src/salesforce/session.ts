/** What a call to Salesforce needs. */
export interface Session {
  readonly accessToken: string;
  /** Origin, without a slash at the end. */
  readonly instanceUrl: string;
}

/** No session could be opened. */
export class SessionError extends Error {
  override readonly name = 'SessionError';

  constructor(
    message: string,
    /** Whether trying again later may help without anybody changing the configuration. */
    readonly passing: boolean,
    options?: ErrorOptions
  ) {
    super(message, options);
  }
}

/** @throws SessionError */
export type OpenSession = (signal: AbortSignal) => Promise<Session>;

/** Keeps one session, opens it when first needed, and again after it was said to be no good. */
export class SessionKeeper {
  private current: Promise<Session> | undefined;

  constructor(
    private readonly open: OpenSession,
    private readonly onOpened: () => void = () => undefined
  ) {}

  /** @throws SessionError */
  get(signal: AbortSignal): Promise<Session> {
    this.current ??= this.open(signal).then(
      (session) => {
        this.onOpened();
        return session;
      },
      (error: unknown) => {
        this.current = undefined;
        throw error;
      }
    );
    return this.current;
  }

  /** Forgets this session; one that somebody opened meanwhile stays. */
  async discard(session: Session): Promise<void> {
    const current = await this.current?.catch(() => undefined);
    if (current === session) this.current = undefined;
  }
}
