import { Ellipsis } from 'lucide-react';
import * as texts from '#texts/adminUsers.ts';
import type { Person } from '#wire/users.ts';
import { roleTone } from '../../../people/account/role-tone.ts';
import type { Column } from '../../../platform/lists/DataTable.tsx';
import { Avatar } from '../../../platform/ui/Avatar.tsx';
import { Badge } from '../../../platform/ui/Badge.tsx';
import { IconButton } from '../../../platform/ui/Button.tsx';
import { formatDate } from '../../../platform/ui/format-time.ts';
import { Menu, MenuItem } from '../../../platform/ui/Menu.tsx';
import { labelOf, roleOptions, statusOf } from './person-record.ts';

type Open = (what: 'view' | 'edit' | 'delete', person: Person) => void;

/** The columns of the users table; the last is each row's menu. */
export function userColumns(open: Open): Column<Person>[] {
  return [
    {
      name: texts.name,
      sorts: ['name', '-name'],
      cell: (person) => (
        <span className="flex items-center gap-3 @max-tabular:pr-12">
          <Avatar person={person} src={person.avatarUrl || undefined} className="size-9 text-note" />
          <b className="min-w-0 break-words font-semibold">{person.name || texts.noNameYet}</b>
        </span>
      ),
    },
    {
      name: texts.email,
      sorts: ['email', '-email'],
      cell: ({ email }) => <span className="break-words @max-tabular:text-note">{email}</span>,
    },
    {
      name: texts.role,
      sorts: ['role', '-role'],
      cell: ({ role }) => <Badge tone={roleTone(role)}>{labelOf(roleOptions, role)}</Badge>,
    },
    {
      name: texts.status,
      sorts: ['status', '-status'],
      cell: (person) => {
        const { word, tone } = statusOf(person);
        return (
          <span className="inline-flex flex-wrap gap-1.5">
            <Badge tone={tone}>{word}</Badge>
            {person.suspended && <span className="text-note text-soft">{texts.suspended}</span>}
          </span>
        );
      },
    },
    {
      name: texts.lastSeen,
      sorts: ['lastSeen', '-lastSeen'],
      isDescendingFirst: true,
      cell: ({ lastSeen }) => (
        <span className="figures whitespace-nowrap">{lastSeen ? formatDate(lastSeen) : texts.never}</span>
      ),
    },
    {
      name: texts.actions,
      isNameHidden: true,
      cell: (person) => <RowMenu person={person} open={open} />,
    },
  ];
}

function RowMenu({ person, open }: { person: Person; open: Open }) {
  const name = person.name || person.email;
  return (
    <div className="@max-tabular:absolute @max-tabular:top-2 @max-tabular:right-2">
      <Menu
        label={texts.actionsForName({ name })}
        trigger={
          <IconButton label={texts.actionsForName({ name })}>
            <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => open('view', person)}>{texts.viewDetails}</MenuItem>
        <MenuItem onSelect={() => open('edit', person)}>{texts.editUser}</MenuItem>
        <MenuItem isHarmful onSelect={() => open('delete', person)}>
          {texts.deleteUser}
        </MenuItem>
      </Menu>
    </div>
  );
}
