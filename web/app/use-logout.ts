/** Ends the session here and on the server, and goes to the start page. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { logout, meQuery } from '../features/auth/queries.ts';
import { paths } from '../paths.ts';
import { errorText, requestIdText } from '../ui/states.tsx';
import { notify } from '../ui/notify.ts';

export function useLogout(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await logout();
    } catch (error) {
      notify('error', errorText(error), requestIdText(error));
      return;
    }
    // The page changes first: the route guard would otherwise ask to sign in again.
    await navigate(paths.home);
    sessionStorage.clear();
    client.setQueryData(meQuery.queryKey, null);
    client.removeQueries({ predicate: (query) => !['me', 'settings'].includes(String(query.queryKey[0])) });
  };
}
