import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { accountChangesPath } from '#rules/paths/staff-paths.ts';
import * as texts from '#texts/adminUsers.ts';
import type { PeopleAnswer, Person } from '#wire/users.ts';
import { StaffOnly } from '../../../platform/desk/StaffOnly.tsx';
import { FilterField } from '../../../platform/lists/FilterField.tsx';
import { FoundRows } from '../../../platform/lists/FoundRows.tsx';
import { ListSearch } from '../../../platform/lists/ListSearch.tsx';
import { isWorthSearching } from '../../../platform/lists/list-query.ts';
import { SearchField } from '../../../platform/lists/SearchField.tsx';
import { SpanControl } from '../../../platform/lists/SpanControl.tsx';
import { useListQuery } from '../../../platform/lists/use-list-query.ts';
import { Button, LinkButton } from '../../../platform/ui/Button.tsx';
import { SelectField } from '../../../platform/ui/Select.tsx';
import { WhenRead } from '../../../platform/ui/WhenRead.tsx';
import { AddUser } from './AddUser.tsx';
import { DeedDialog } from './DeedDialog.tsx';
import { DeleteUser } from './DeleteUser.tsx';
import { EditUser } from './EditUser.tsx';
import { roleOptions, statusChoices } from './person-record.ts';
import { UserDetails } from './UserDetails.tsx';
import { peopleList, type UserDeed, usePeople } from './use-people.ts';
import { userColumns } from './user-columns.tsx';

const sorts = [
  { value: '-created', label: texts.newestFirst },
  { value: 'created', label: texts.oldestFirst },
  { value: 'name', label: texts.nameAToZ },
  { value: '-name', label: texts.nameZToA },
  { value: 'email', label: texts.emailAToZ },
  { value: '-email', label: texts.emailZToA },
  { value: 'role', label: texts.role },
  { value: '-role', label: texts.roleBackwards },
  { value: 'status', label: texts.status },
  { value: '-status', label: texts.statusBackwards },
  { value: '-lastSeen', label: texts.seenMostRecently },
  { value: 'lastSeen', label: texts.notSeenForLongest },
] as const;

/** Users: everybody with an account; admins see them, add them, change them and, where nothing has to be kept, delete them. */
export function UsersPage() {
  return (
    <StaffOnly right="users">
      <Users />
    </StaffOnly>
  );
}

type Opened = { what: 'add' } | { what: 'edit' | 'delete' | 'suspend' | UserDeed; person: Person };

const deeds: readonly string[] = ['invite', 'signOut', 'resetSecondFactor', 'look'];
const isDeed = (what: string): what is UserDeed => deeds.includes(what);

function Users() {
  const list = useListQuery(peopleList);
  const people = usePeople(list.query);
  const heading = useRef<HTMLHeadingElement>(null);
  const { shown, show } = useShownPerson();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { data, isPlaceholderData } = people;
  return (
    <section aria-labelledby="users">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="users" ref={heading} tabIndex={-1} className="text-heading outline-none">
          {texts.everybodyWithAnAccount}
        </h2>
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="secondary" to={accountChangesPath}>
            {texts.changesOfAccounts}
          </LinkButton>
          <Button onClick={() => setOpened({ what: 'add' })}>
            <UserPlus size={18} strokeWidth={1.75} aria-hidden />
            {texts.addUser}
          </Button>
        </div>
      </div>
      <UserControls list={list} found={data} />
      <WhenRead read={people} what={texts.theUsers} notLoaded={texts.usersNotLoaded}>
        {data && (
          <FoundRows
            answer={data}
            list={list}
            countOf={(count) => texts.countOf({ count })}
            noMatch={texts.noneMatches}
            caption={texts.users}
            columns={userColumns((what, person) => (what === 'view' ? show(person.id) : setOpened({ what, person })))}
            keyOf={({ id }) => id}
            heading={heading}
            isLooking={isPlaceholderData}
            empty={null}
          />
        )}
      </WhenRead>
      <AddUser isOpen={opened?.what === 'add'} onClose={close} />
      {shown !== '' && !opened && (
        <UserDetails
          key={shown}
          id={shown}
          listed={data?.items.find(({ id }) => id === shown)}
          onClose={() => show('')}
          onDeed={(what, person) => {
            setOpened({ what, person });
            show('');
          }}
        />
      )}
      {(opened?.what === 'edit' || opened?.what === 'suspend') && (
        <EditUser person={opened.person} suspends={opened.what === 'suspend'} onClose={close} />
      )}
      {opened && opened.what !== 'add' && isDeed(opened.what) && (
        <DeedDialog what={opened.what} person={opened.person} onClose={close} />
      )}
      {opened?.what === 'delete' && (
        <DeleteUser
          person={opened.person}
          onClose={close}
          onSuspendInstead={() => setOpened({ what: 'suspend', person: opened.person })}
        />
      )}
    </section>
  );
}

/** The account whose details are open, by the address, so that other pages lead to them; opening and closing is no step back. */
function useShownPerson() {
  const [params, setParams] = useSearchParams();
  const show = (id: string) => {
    const asked = new URLSearchParams(location.search);
    if (id === '') asked.delete('person');
    else asked.set('person', id);
    setParams(asked, { replace: true, preventScrollReset: true });
  };
  return { shown: params.get('person') ?? '', show };
}

type UserControlsProps = { list: ReturnType<typeof useListQuery>; found: PeopleAnswer | undefined };

function UserControls({ list: { query, change }, found }: UserControlsProps) {
  const counts = found?.counts;
  const withCounts = statusChoices.map(({ value, label }) => ({
    value,
    label: counts ? `${label} (${counts[value as keyof PeopleAnswer['counts']]})` : label,
  }));
  return (
    <ListSearch
      name={texts.users}
      isWorth={isWorthSearching(found, query)}
      className="mb-5 grid grid-cols-2 gap-4 lg:grid-cols-[1fr_11rem_11rem_13rem]"
    >
      <div className="max-lg:col-span-2">
        <SearchField
          label={texts.searchByNameOrEmail}
          placeholder={texts.nameOrEmail}
          value={query.q}
          onSearch={(q) => change({ q }, true)}
        />
      </div>
      <FilterField
        label={texts.role}
        allLabel={texts.everyRole}
        options={roleOptions}
        value={query.filters.role ?? ''}
        onChange={(role) => change({ filters: { role } })}
      />
      <FilterField
        label={texts.status}
        allLabel={texts.everyStatus}
        options={withCounts}
        value={query.filters.status ?? ''}
        onChange={(status) => change({ filters: { status } })}
      />
      <div className="max-lg:col-span-2">
        <SelectField label={texts.sortBy} options={sorts} value={query.sort} onChange={(sort) => change({ sort })} />
      </div>
      <div className="col-span-full">
        <SpanControl
          label={texts.accountCreated}
          filters={query.filters}
          anyTime={texts.anyTime}
          onChange={(filters, isTyping) => change({ filters }, isTyping)}
        />
      </div>
    </ListSearch>
  );
}
