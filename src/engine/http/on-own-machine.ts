import { forbidden } from './api-error.ts';
import { isOwnMachine } from './is-own-machine.ts';
import type { Route } from './route.ts';

/** A route that answers only who asks on this machine itself; 403 for everybody else. */
export function onOwnMachine(route: Route): Route {
  return {
    ...route,
    async handle(request) {
      if (!isOwnMachine(request.reply.request)) throw forbidden('This is shown on the machine of the server only.');
      return route.handle(request);
    },
  };
}
