import type { OrgHost } from './org-host.js';

/** Takes the port, or any free one when it is in use. @returns the port. */
export async function listenNear(host: OrgHost, port: number): Promise<number> {
  try {
    return await host.listen(port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port === 0) throw error;
    return host.listen(0);
  }
}
