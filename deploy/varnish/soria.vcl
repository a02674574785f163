# Varnish 7.1 or later between the proxy that ends TLS and the sites: keeps guests' pages, passes members through.
# docs/caching.md has the rules and how to try it; tests/topology/varnish.test.ts holds them.
vcl 4.1;

import directors;
import std;

include "./sites.vcl";

sub vcl_recv {
	if (req.restarts == 0) {
		unset req.http.X-Soria-Cookie;
		unset req.http.X-Soria-Expected;
		unset req.http.X-Soria-Stale;
		unset req.http.X-Soria-Pass;
		# The sites continue a trace that a proxy begins, and a visitor must not begin one.
		unset req.http.traceparent;
		unset req.http.tracestate;
	}
	set req.backend_hint = sites.backend();

	# For the proxy in front: Varnish serves, even when no site does. Ask /healthz for the sites.
	if (req.url == "/healthz?of=ready") {
		return (synth(200, "Varnish serves"));
	}

	if (req.method == "PURGE") {
		call purge_secret;
		if (req.http.X-Soria-Expected == "" || req.http.X-Purge-Secret != req.http.X-Soria-Expected) {
			return (synth(403, "Forbidden"));
		}
		# All languages and themes of the address.
		return (purge);
	}
	# Varnish's own rules would send an unknown method through a pipe, where no rule is applied any more.
	if (req.method !~ "^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$") {
		return (synth(405, "Method Not Allowed"));
	}

	if (req.restarts > 0 && req.http.X-Soria-Pass) {
		return (pass);
	}
	# A request may have several Cookie headers; without this only the first one is looked at.
	std.collect(req.http.Cookie, "; ");
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	if (req.http.Authorization || req.url ~ "[?&](_data|lng)=") {
		return (pass);
	}
	# A session, or a message for one guest (hasSessionCookie in server/protocol/cookie-name.server.ts).
	if (req.http.Cookie ~ "(^|;)\s*(__Host-)?soria(-guest|-maintenance-pass)?\s*=") {
		return (pass);
	}

	# How old a page may be that is sent while a newer one is fetched (stale-while-revalidate). Without a site that is
	# ready, or when the fetch has failed: as old as stale-if-error allows.
	if (std.healthy(req.backend_hint) && !req.http.X-Soria-Stale) {
		set req.grace = 15s;
	} else {
		set req.grace = 365d;
	}
	if (req.restarts == 0) {
		if (req.http.Cookie) {
			set req.http.X-Soria-Cookie = req.http.Cookie;
		}
		call language_and_theme;
	}
	return (hash);
}

# Leaves in Cookie and Accept-Language only what a guest's page depends on: pages have `Vary: Cookie, Accept-Language`.
sub language_and_theme {
	set req.http.X-Soria-Lng = "";
	set req.http.X-Soria-Theme = "";
	# The value is base64 of JSON: "ja", "en", "ko", "zh".
	if (req.http.Cookie ~ "(^|;\s*)lng=(ImphIg|ImVuIg|ImtvIg|InpoIg)(==|%3D%3D)(;|$)") {
		set req.http.X-Soria-Lng = "lng=" +
			regsub(req.http.Cookie, "^(?:.*?;\s*)?lng=(ImphIg|ImVuIg|ImtvIg|InpoIg)(?:==|%3D%3D)(?:;.*)?$", "\1") + "%3D%3D";
	}
	if (req.http.Cookie ~ "(^|;\s*)theme=(paper|night)(;|$)") {
		set req.http.X-Soria-Theme = "theme=" +
			regsub(req.http.Cookie, "^(?:.*?;\s*)?theme=(paper|night)(?:;.*)?$", "\1");
	}

	if (req.http.X-Soria-Lng != "") {
		unset req.http.Accept-Language;
	} elsif (req.http.Accept-Language ~ "(?i)^(?:[^,]*,)*?\s*(ja|en|ko|zh)(?:-[^,;]*)?\s*(?:[;,]|$)") {
		set req.http.Accept-Language = std.tolower(regsub(req.http.Accept-Language,
			"(?i)^(?:[^,]*,)*?\s*(ja|en|ko|zh)(?:-[^,;]*)?\s*(?:[;,].*)?$", "\1"));
	} elsif (req.http.Accept-Language ~ "(?i)(^|,)\s*[a-z]") {
		# None of the four: the page offers English.
		set req.http.Accept-Language = "en";
	} else {
		unset req.http.Accept-Language;
	}
	# Japanese is the page's own language: nothing is offered, as without the header.
	if (req.http.Accept-Language == "ja") {
		unset req.http.Accept-Language;
	}

	if (req.http.X-Soria-Lng != "" && req.http.X-Soria-Theme != "") {
		set req.http.Cookie = req.http.X-Soria-Lng + "; " + req.http.X-Soria-Theme;
	} else {
		set req.http.Cookie = req.http.X-Soria-Lng + req.http.X-Soria-Theme;
	}
	if (req.http.Cookie == "") {
		unset req.http.Cookie;
	}
	unset req.http.X-Soria-Lng;
	unset req.http.X-Soria-Theme;
}

sub vcl_pass {
	# What is passed reaches the site as the visitor sent it.
	if (req.http.X-Soria-Cookie) {
		set req.http.Cookie = req.http.X-Soria-Cookie;
	}
}

sub vcl_backend_fetch {
	unset bereq.http.X-Soria-Cookie;
}

sub vcl_backend_response {
	if (bereq.uncacheable) {
		return (deliver);
	}
	if (beresp.status >= 500) {
		# Ends the request without a response: vcl_synth then looks for an older page.
		return (abandon);
	}
	if (beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "(?i)\bpublic\b" ||
		beresp.http.Cache-Control ~ "(?i)\b(private|no-store|no-cache)\b" || beresp.ttl <= 0s) {
		# Not the same for all guests. For 10 s nobody waits for another's response.
		return (pass(10s));
	}
	if (beresp.http.Cache-Control ~ "stale-if-error=\d+") {
		set beresp.grace = std.duration(
			regsub(beresp.http.Cache-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 15s);
	}
	return (deliver);
}

sub vcl_backend_error {
	if (!bereq.uncacheable) {
		return (abandon);
	}
	call sorry_backend;
	return (deliver);
}

sub vcl_deliver {
	# The site made this page for one visitor, of a request without their other cookies: it is asked again with them.
	if (obj.uncacheable && req.restarts == 0 && req.http.X-Soria-Cookie && !req.http.X-Soria-Pass &&
		req.http.Cookie != req.http.X-Soria-Cookie) {
		set req.http.X-Soria-Pass = "1";
		return (restart);
	}
}

sub vcl_synth {
	if (resp.status == 503 && !req.http.X-Soria-Stale && (req.method == "GET" || req.method == "HEAD")) {
		# stale-if-error: once more, with any page that is kept.
		set req.http.X-Soria-Stale = "1";
		return (restart);
	}
	if (resp.status == 503 && !req.http.X-Soria-Pass && (req.method == "GET" || req.method == "HEAD")) {
		# None is kept: the site's own error page.
		set req.http.X-Soria-Pass = "1";
		return (restart);
	}
	set resp.http.Content-Type = "text/plain; charset=utf-8";
	set resp.http.Cache-Control = "no-store";
	set resp.body = resp.reason + {"
"};
	return (deliver);
}

# Only when no site responds at all.
sub sorry_backend {
	set beresp.status = 503;
	set beresp.http.Retry-After = "5";
	set beresp.http.Cache-Control = "no-store";
	set beresp.http.Content-Type = "text/html; charset=utf-8";
	set beresp.body = {"<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>503</title><p>ただいまサイトに接続できません。しばらくしてからもう一度お試しください。
<p lang="en">The site cannot be reached just now. Please try again in a moment.
<p lang="ko">지금은 사이트에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.
<p lang="zh">现在无法连接到网站。请稍后再试。
"};
}
