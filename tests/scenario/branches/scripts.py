"""The scenarios: what happens in git and in memory, and exactly what is live then; `world` has the words."""

MERGING = {
    "merge commit": """
        git switch -q -c feature
        branch The port is 8500
        commit a
        git switch -q main
        commit b
        git merge -q --no-ff --no-edit feature
        sees
        follow
        sees The port is 8500
        git switch -q feature
        sees The port is 8500""",
    "fast-forward": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git merge -q --ff-only feature
        follow
        sees The port is 8500
        became feature merged""",
    "squash": """
        git switch -q -c feature
        commit a one
        commit a two
        branch The port is 8500
        git switch -q main
        commit b
        git merge -q --squash feature
        git commit -q -m squashed
        follow
        sees The port is 8500""",
    "squash, and the trunk goes on in the same file": """
        git switch -q -c feature
        commit a one
        commit c two
        branch The port is 8500
        git switch -q main
        git merge -q --squash feature
        git commit -q -m squashed
        commit a three
        git branch -D feature
        follow
        sees The port is 8500""",
    "squashed twice, then deleted": """
        git switch -q -c feature
        commit a one
        branch The port is 8500
        git switch -q main
        git merge -q --squash feature
        git commit -q -m squashed
        git switch -q feature
        commit c two
        branch The cache is Redis
        follow
        git switch -q main
        git checkout -q feature -- c
        git commit -q -m again
        git branch -D feature
        follow
        sees The port is 8500; The cache is Redis""",
    "rebase merge": """
        git switch -q -c feature
        commit a one
        commit c two
        branch The port is 8500
        git switch -q main
        commit b
        git cherry-pick main..feature
        follow
        sees The port is 8500""",
    "rebased and fast-forwarded": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        commit b
        git switch -q feature
        git rebase -q main
        git switch -q main
        git merge -q --ff-only feature
        git branch -d feature
        follow
        sees The port is 8500""",
    "rebased with a conflict resolved": """
        commit a zero
        git switch -q -c feature
        commit a one
        branch The port is 8500
        git switch -q main
        commit a two
        git switch -q feature
        resolving git rebase main
        keep a zero;two;one
        git rebase --continue
        git switch -q main
        git cherry-pick --allow-empty feature
        git branch -D feature
        follow
        sees The port is 8500""",
    "squashed with a conflict resolved": """
        commit a zero
        git switch -q -c feature
        commit a one
        commit a two
        branch The port is 8500
        git switch -q main
        commit a three
        resolving git merge --squash feature
        keep a zero;three;two
        git commit -q --no-edit
        git branch -D feature
        follow
        sees The port is 8500""",
    "one of two commits cherry-picked": """
        git switch -q -c feature
        commit a
        commit c
        branch The port is 8500
        git switch -q main
        commit b
        git cherry-pick feature~1
        follow
        sees
        became feature active
        git switch -q feature
        sees The port is 8500""",
    "octopus": """
        git switch -q -c one
        commit a
        branch The port is 8500
        git switch -q -c two main
        commit b
        branch The cache is Redis
        git switch -q main
        commit c
        git merge -q --no-edit one two
        follow
        sees The port is 8500; The cache is Redis""",
    "nested: a branch off a branch": """
        git switch -q -c parent
        commit a
        branch The port is 8500
        git switch -q -c child
        commit b
        branch The cache is Redis
        git switch -q parent
        git merge -q --no-ff --no-edit child
        git branch -d child
        follow
        sees The port is 8500; The cache is Redis
        git switch -q main
        sees
        git merge -q --no-ff --no-edit parent
        follow
        sees The port is 8500; The cache is Redis""",
    "the outer branch is merged, the inner one goes on": """
        git switch -q -c parent
        commit a
        branch The port is 8500
        git switch -q -c child
        commit b
        branch The cache is Redis
        git switch -q main
        git merge -q --no-ff --no-edit parent
        follow
        sees The port is 8500
        git switch -q child
        sees The port is 8500; The cache is Redis""",
    "merged in parts: what came later waits": """
        git switch -q -c develop
        commit a
        branch The port is 8500
        git switch -q main
        git merge -q --no-ff --no-edit develop
        git switch -q develop
        commit b
        branch The cache is Redis
        follow
        sees The port is 8500; The cache is Redis
        git switch -q main
        sees The port is 8500
        git merge -q --no-ff --no-edit develop
        follow
        sees The port is 8500; The cache is Redis""",
    "a new branch with nothing of its own is not merged": """
        git switch -q -c feature
        branch The port is 8500
        follow
        became feature active
        git switch -q main
        commit b
        git switch -q feature
        git merge -q --ff-only main
        follow
        became feature active
        sees The port is 8500
        git switch -q main
        sees""",
    "a branch that was kept up to date is not merged": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        commit b
        git switch -q feature
        git merge -q --no-edit main
        follow
        became feature active
        git switch -q main
        sees""",
    "a sibling has it: not merged": """
        git switch -q -c one
        commit a
        branch The port is 8500
        git switch -q -c two main
        commit b
        git merge -q --no-edit one
        follow
        became one active
        sees""",
    "commits that were thrown away are not merged": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git reset -q --hard main
        follow
        became feature active
        sees The port is 8500
        git switch -q main
        sees""",
    "what the trunk had before was not merged from a branch that amends it": """
        commit a
        git switch -q -c feature
        branch The port is 8500
        git commit -q --amend -m better
        follow
        became feature active
        git switch -q main
        sees""",
    "merged and deleted before anybody looked": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git merge -q --ff-only feature
        git branch -d feature
        follow
        sees The port is 8500""",
    "merged where it was pushed to": """
        git init -q --bare --initial-branch=main ../origin.git
        git remote add origin ../origin.git
        git push -q origin main
        git remote set-head origin main
        git switch -q -c feature
        commit a
        branch The port is 8500
        git push -q origin feature
        git switch -q --detach main
        git merge -q --no-ff --no-edit feature
        git push -q origin HEAD:main
        git push -q origin --delete feature
        git switch -q main
        git branch -D feature
        follow
        sees The port is 8500""",
    "only not checked out here": """
        git init -q --bare --initial-branch=main ../origin.git
        git remote add origin ../origin.git
        git push -q origin main
        git switch -q -c feature
        commit a
        branch The port is 8500
        git push -q origin feature
        git switch -q main
        git branch -D feature
        follow
        became feature active
        sees
        git switch -q feature
        sees The port is 8500""",
    "the project contradicts it": """
        hold The API server listens on port 8400.
        git switch -q -c feature
        commit a
        branch The API server listens on port 9000.
        git switch -q main
        git merge -q --ff-only feature
        follow
        sees The API server listens on port 9000.
        git revert --no-edit HEAD
        follow
        sees The API server listens on port 8400.
        git revert --no-edit HEAD
        follow
        sees The API server listens on port 9000.""",
    "the project holds its subject key": """
        keyed port The API server listens on port 8400.
        git switch -q -c feature
        commit a
        keyed@branch port The API server listens on port 9000.
        git switch -q main
        git merge -q --ff-only feature
        follow
        sees The API server listens on port 8400.
        suggests The API server listens on port 9000.
        asks subject_key
        follow
        suggests The API server listens on port 9000.""",
    "the same on two branches, merged one after the other": """
        git switch -q -c one
        commit a
        branch The port is 8500
        git switch -q -c two main
        commit b
        branch The port is 8500
        git switch -q main
        git merge -q --ff-only one
        follow
        git merge -q --no-edit two
        follow
        sees The port is 8500
        git switch -q two
        sees The port is 8500""",
    "what only a person may change is asked about": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        freeze The port is 8500
        git switch -q main
        git merge -q --ff-only feature
        follow
        sees
        asks branch_merged
        follow""",
    "whoever takes a promotion back meant it": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git merge -q --ff-only feature
        follow
        sees The port is 8500
        undo
        sees
        follow
        sees""",
    "the merge is reset away": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        commit b
        git merge -q --no-ff --no-edit feature
        follow
        sees The port is 8500
        git reset -q --hard HEAD~1
        follow
        sees
        git switch -q feature
        sees The port is 8500
        git switch -q main
        git merge -q --no-ff --no-edit feature
        follow
        sees The port is 8500""",
}

REVERTING = {
    "a merge is reverted": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        commit b
        hold The cache is Redis
        git merge -q --no-ff --no-edit feature
        follow
        git revert --no-edit -m 1 HEAD
        follow
        sees The cache is Redis""",
    "and the revert is reverted": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        commit b
        git merge -q --no-ff --no-edit feature
        git revert --no-edit -m 1 HEAD
        follow
        sees
        git revert --no-edit HEAD
        follow
        sees The port is 8500
        git revert --no-edit HEAD
        follow
        sees""",
    "a squash is reverted": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git merge -q --squash feature
        git commit -q -m squashed
        follow
        sees The port is 8500
        git revert --no-edit HEAD
        follow
        sees""",
    "one commit of a rebase merge is reverted, then the other": """
        git switch -q -c feature
        commit a one
        commit c two
        branch The port is 8500
        git switch -q main
        commit b
        git cherry-pick main..feature
        follow
        git revert --no-edit HEAD
        follow
        sees The port is 8500
        git revert --no-edit HEAD~2
        follow
        sees""",
    "what a commit established goes with it": """
        commit a
        about HEAD The port is 8500
        hold The cache is Redis
        git revert --no-edit HEAD
        follow
        sees The cache is Redis""",
    "and comes back when it is done again": """
        commit a
        about HEAD The port is 8500
        git tag done
        git revert --no-edit HEAD
        follow
        sees
        git cherry-pick done
        follow
        sees The port is 8500""",
    "what was said about it later stays": """
        commit a
        git tag done
        git revert --no-edit HEAD
        about done The port was a mistake of that change
        follow
        sees The port was a mistake of that change""",
    "reverted on a branch only": """
        commit a
        about HEAD The port is 8500
        git switch -q -c feature
        git revert --no-edit HEAD
        follow
        sees The port is 8500
        git switch -q main
        sees The port is 8500
        git merge -q --ff-only feature
        follow
        sees""",
    "whoever restores it meant it": """
        commit a
        about HEAD The port is 8500
        git revert --no-edit HEAD
        follow
        restore The port is 8500
        follow
        sees The port is 8500""",
}

NAMES = {
    "renamed": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git branch -m feature better
        follow
        sees The port is 8500
        git switch -q main
        sees""",
    "renamed twice, and from elsewhere": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git branch -m feature better
        git branch -m better best
        follow
        git switch -q best
        sees The port is 8500""",
    "renamed by hand": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        follow
        git switch -q -c better
        git branch -D feature
        follow
        sees The port is 8500""",
    "renamed, and the old name used again": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git branch -m feature better
        git switch -q -c feature main
        branch The cache is Redis
        follow
        sees The cache is Redis
        git switch -q better
        sees The port is 8500""",
    "the default branch is renamed": """
        git branch -m main master
        branch The port is 8500
        git switch -q -c feature
        commit a
        branch The cache is Redis
        git switch -q master
        git branch -m master main
        follow
        sees The port is 8500
        git merge -q --ff-only feature
        follow
        sees The port is 8500; The cache is Redis""",
    "deleted unmerged": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git branch -D feature
        follow
        became feature abandoned
        git switch -q -c feature
        sees""",
    "and brought back": """
        git switch -q -c feature
        commit a
        git tag kept
        branch The port is 8500
        git switch -q main
        git branch -D feature
        follow
        git switch -q -c feature kept
        sees
        follow
        sees The port is 8500
        git switch -q main
        git branch -D feature
        follow
        git switch -q -c feature kept
        sees""",
    "abandoned here, merged elsewhere later": """
        git switch -q -c feature
        commit a
        git tag kept
        branch The port is 8500
        git switch -q main
        git branch -D feature
        follow
        sees
        git merge -q --no-ff --no-edit kept
        follow
        sees The port is 8500""",
    "merged, deleted, and the name used again": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git merge -q --no-ff --no-edit feature
        git branch -d feature
        git switch -q -c feature
        commit b
        branch The cache is Redis
        follow
        sees The port is 8500; The cache is Redis
        git switch -q main
        sees The port is 8500""",
    "abandoned, and the name used again": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git branch -D feature
        commit c
        git switch -q -c feature
        commit b
        branch The cache is Redis
        follow
        sees The cache is Redis""",
    "whoever takes a retirement back meant it": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git branch -D feature
        follow
        undo
        follow
        git switch -q -c feature
        sees The port is 8500""",
    "never seen": """
        hold The cache is Redis
        elsewhere feature The port is 8500
        follow
        became feature unknown
        git switch -q -c feature
        sees The cache is Redis; The port is 8500""",
}

MOVING_ABOUT = {
    "a branch is rebased": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        commit b
        git switch -q feature
        git rebase -q main
        follow
        became feature active
        sees The port is 8500""",
    "a commit is amended": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git commit -q --amend -m better
        follow
        sees The port is 8500
        git switch -q main
        git merge -q --ff-only feature
        follow
        sees The port is 8500""",
    "reset to an earlier commit": """
        git switch -q -c feature
        commit a
        commit b
        branch The port is 8500
        git reset -q --hard HEAD~1
        follow
        sees The port is 8500
        git switch -q main
        sees""",
    "nobody is on a branch": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        hold The cache is Redis
        git checkout -q --detach
        follow
        sees The cache is Redis""",
    "bisecting": """
        commit a
        commit b
        commit c
        branch The port is 8500
        hold The cache is Redis
        git bisect start HEAD HEAD~3
        sees The cache is Redis
        follow
        git bisect reset
        sees The port is 8500; The cache is Redis""",
    "an orphan branch": """
        branch The cache is Redis
        git switch -q --orphan pages
        commit index
        branch The port is 8500
        follow
        became pages active
        sees The port is 8500
        git switch -q main
        git branch -D pages
        follow
        became pages abandoned
        sees The cache is Redis""",
    "work is stashed": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        edit a
        git stash -q
        git switch -q main
        follow
        sees
        git switch -q feature
        git stash pop -q
        sees The port is 8500""",
}

REVISIONS = {
    "at a tag, before and after": """
        commit a
        hold The port is 8500
        git tag v1.0
        commit b
        hold The cache is Redis
        git tag v1.1
        archive The port is 8500
        commit c
        git tag v1.2
        hold The owner is Sarah
        sees v1.0 > The port is 8500
        sees v1.1 > The cache is Redis
        sees v1.2 > The cache is Redis; The owner is Sarah
        git checkout -q v1.0
        sees The cache is Redis; The owner is Sarah
        sees HEAD > The port is 8500""",
    "what another branch knew is no part of it": """
        commit a
        git switch -q -c feature
        commit b
        hold The port is 8500
        git switch -q main
        commit c
        hold The cache is Redis
        sees HEAD > The cache is Redis
        sees feature > The port is 8500
        git merge -q --no-edit feature
        sees HEAD > The cache is Redis; The port is 8500""",
    "a merge brings it, also when it is followed later": """
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git tag before
        git merge -q --no-ff --no-edit feature
        git tag after
        commit b
        commit c
        follow
        sees before >
        sees after > The port is 8500
        git revert --no-edit -m 1 after
        follow
        sees after > The port is 8500
        sees HEAD >""",
}

EVERY = MERGING | REVERTING | NAMES | MOVING_ABOUT | REVISIONS
