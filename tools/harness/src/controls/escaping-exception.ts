import type { NegativeControl } from './control.js';

/** What is wrong with a request leaves the REST class as an exception, which the platform answers with a 500. */
export const escapingException: NegativeControl = {
  name: 'escaping-exception',
  breaks: 'Exceptions leave the REST resource.',
  caughtBy: 'invalid-requests',
  edits: [
    {
      file: 'force-app/core/commands/classes/CommandResource.cls',
      find: `      command = new CommandMapper(request.correlationId).fromRequest(operationOf(request), request);
    } catch (Exception failure) {
      answer = AnswerMapper.ofFailure(failure, request.correlationId);`,
      replace: `      command = new CommandMapper(request.correlationId).fromRequest(operationOf(request), request);
    } catch (Exception failure) {
      throw failure;`
    }
  ]
};
