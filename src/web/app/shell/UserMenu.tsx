import { ArrowLeftRight, ChevronsUpDown, CircleUserRound, LogOut, Settings } from 'lucide-react';
import { useLocation } from 'react-router';
import { dashboardPath, profilePath, settingsPath } from '#rules/paths/account-paths.ts';
import * as texts from '#texts/shell.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Avatar } from '../../platform/ui/Avatar.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { fileUrl } from '../../platform/ui/file-url.ts';
import { Menu, MenuHeading, MenuItem, MenuLine, MenuLink } from '../../platform/ui/Menu.tsx';
import { UserWords } from './UserWords.tsx';
import { useLeaving } from './use-leaving.ts';
import { useViewSwitch } from './use-view-switch.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Who is signed in, with the ways to their own pages, to the other view where the header has none, and out. */
export function UserMenu({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const user = useSession();
  const leave = useLeaving();
  const { other, turn } = useViewSwitch();
  const { pathname } = useLocation();
  if (!user) return null;
  return (
    <Menu
      label={texts.userMenu}
      align="start"
      side={isCollapsed ? 'right' : 'top'}
      trigger={
        <button
          type="button"
          className={classNames(
            'flex min-h-13 w-full items-center gap-2 rounded text-left hover:bg-sunken',
            isCollapsed ? 'justify-center' : 'px-2',
          )}
        >
          <span className="unseen">
            {texts.userMenuOf} {isCollapsed && (user.name || user.firstName || user.email)}
          </span>
          <Avatar person={user} src={fileUrl(user, user.avatar, '100x100')} className="size-9 text-note" />
          {!isCollapsed && (
            <>
              <UserWords user={user} />
              <ChevronsUpDown {...icon} className="shrink-0 text-soft" />
            </>
          )}
        </button>
      }
    >
      <MenuHeading>{user.email}</MenuHeading>
      <MenuLink to={profilePath}>
        <CircleUserRound {...icon} />
        {texts.profile}
      </MenuLink>
      <MenuLink to={settingsPath}>
        <Settings {...icon} />
        {texts.settings}
      </MenuLink>
      {pathname !== dashboardPath && (
        <MenuItem onSelect={turn}>
          <ArrowLeftRight {...icon} />
          {other}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem onSelect={leave}>
        <LogOut {...icon} />
        {texts.logOut}
      </MenuItem>
    </Menu>
  );
}
