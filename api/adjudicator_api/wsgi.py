"""The service for any WSGI server, where granian cannot run: `waitress-serve adjudicator_api.wsgi:app`.

Settings come from the environment. Bots, clocks and the limiter work as under `adjudicator serve`; followers
of a game poll instead of keeping a stream open. The server itself has to guard connections, slow readers and
bodies: see "Another server" in docs/operating.md.
"""

from __future__ import annotations

from adjudicator_api.app import begin_games, create_app

app = create_app()
app.extensions["bus"].polled = True
begin_games(app)
