import { expect } from 'chai';
import { execute, orgWith, type ProjectFiles } from './support.js';

const PROJECT: ProjectFiles = {
  'classes/LongJob.cls': `public class LongJob implements Queueable {
  public void execute(QueueableContext context) {
    Long until = System.currentTimeMillis() + 20000;
    while (System.currentTimeMillis() < until) { }
  }
}`,
  'objects/Now__e/Now__e.object-meta.xml': `<?xml version="1.0" encoding="UTF-8"?>
<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">
  <deploymentStatus>Deployed</deploymentStatus>
  <eventType>HighVolume</eventType>
  <label>Now</label>
  <pluralLabel>Now</pluralLabel>
  <publishBehavior>PublishImmediately</publishBehavior>
</CustomObject>`
};

describe('an org that is stopped while it works', function () {
  this.timeout(120_000);

  it('reports no error: nothing is wrong with what ends because the org ends', async () => {
    const errors: Error[] = [];
    const org = await orgWith(PROJECT, { onError: (error) => errors.push(error) });
    await execute(org, 'System.enqueueJob(new LongJob());');
    const request = execute(
      org,
      'Long until = System.currentTimeMillis() + 9000; while (System.currentTimeMillis() < until) { }'
    );
    const ended = request.then(
      () => 'done',
      (error: Error) => error.message
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    await org.stop();

    expect(await ended).to.equal('the local org is stopping');
    expect(errors.map(({ message }) => message)).to.deep.equal([]);
  });

  it('waits for events that were published immediately to be stored before it counts as idle', async () => {
    const org = await orgWith(PROJECT);
    try {
      const headers = { authorization: `Bearer ${org.accessToken}` };
      const post = (path: string): Promise<Response> =>
        fetch(`${org.url}/local-org/v1/queue/${path}`, { method: 'POST', headers });
      // With the queue paused nothing takes the events away again.
      await post('pause');
      await execute(org, 'EventBus.publish(new Now__e());');
      await org.drainJobs();
      expect(await org.run('waiting-events', {})).to.deep.include({ objectNames: ['Now__e'] });
    } finally {
      await org.stop();
    }
  });
});
