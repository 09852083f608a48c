/** Temporal's own test server, a Java program that skips time: days of waiting take milliseconds. */
import { randomUUID } from 'node:crypto';
import { isGrpcServiceError, ServiceError, type WorkflowClientInterceptor } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { searchAttributes } from '#workflows/ids.ts';
import { javaTestServer } from './java-test-server.ts';

const STARTS_MAX = 5;
/** Calls of one update with start, each of which waits for a worker for about half a minute. */
const CALLS_MAX = 5;
/** The gRPC status of a failure inside the server. */
const UNKNOWN = 2;
/** The value of a keyword in Temporal's IndexedValueType. */
const KEYWORD = 2;

/** Uses Java and Maven Central where they are available; otherwise the SDK downloads its own build. */
export async function createTimeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const program = await javaTestServer();
  const environment = await startServer(program);
  // The test server cannot list attributes, so they are added without checking.
  await environment.connection.operatorService.addSearchAttributes({
    searchAttributes: Object.fromEntries(Object.values(searchAttributes).map((name) => [name, KEYWORD])),
  });
  return environment;
}

/**
 * If no worker takes the workflow within 10 s, the SDK sends an update with start again under the id of the same start.
 * The test server answers this with an error of its own, and a new call with the result.
 */
const repeatedUpdates: WorkflowClientInterceptor = {
  startUpdateWithStart: async (input, next) => {
    const updateOptions = { updateId: randomUUID(), ...input.updateOptions };
    for (let call = 1; ; call += 1) {
      try {
        return await next({ ...input, updateOptions });
      } catch (error) {
        if (call === CALLS_MAX || !isOfTheServer(error)) throw error;
      }
    }
  },
};

const isOfTheServer = (error: unknown): boolean =>
  error instanceof ServiceError && isGrpcServiceError(error.cause) && error.cause.code === UNKNOWN;

/** The SDK waits 5 s, which may be too short for a Java program on a busy machine. */
async function startServer(program: string | null): Promise<TestWorkflowEnvironment> {
  for (let start = 1; ; start += 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping({
        client: { interceptors: { workflow: [repeatedUpdates] } },
        ...(program ? { server: { executable: { type: 'existing-path', path: program } } } : {}),
      });
    } catch (error) {
      if (start === STARTS_MAX) throw error;
    }
  }
}
